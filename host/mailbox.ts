import { localPage } from "@/host/local-page";
import { escapeHtml } from "@/host/plain-page";
import { isOfThisMachine } from "@/host/this-machine";
import { isLoopback } from "@/lib/platform/core/loopback";
import { type StoredMail, storedMails } from "@/lib/platform/notifications/mail";

function listPage(mails: StoredMail[]): Response {
  const rows = mails.map(
    ({ id, to, subject, sent_at }) =>
      `<tr><td><time>${escapeHtml(sent_at)}</time></td><td>${escapeHtml(to)}</td><td><a href="/mail/${id}">${escapeHtml(subject)}</a></td></tr>`,
  );
  const table = `<table><tr><th>Sent</th><th>To</th><th>Subject</th></tr>${rows.join("")}</table>`;
  return localPage("Mail", mails.length > 0 ? table : "<p>No mail was sent yet.</p>");
}

function mailPage(mail: StoredMail): Response {
  const text = escapeHtml(mail.text).replace(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}">${url}</a>`);
  return localPage(
    escapeHtml(mail.subject),
    `<p>To ${escapeHtml(mail.to)}, <time>${escapeHtml(mail.sent_at)}</time></p><pre>${text}</pre><p><a href="/mail/${mail.id}/html">As a mail client shows it</a> · <a href="/mail">All mail</a></p>`,
  );
}

/**
 * Shows the mails of a local installation under `/mail`, to browsers on this machine only: a mail may contain a link that resets a
 * password.
 */
export function handleMailbox(request: Request, address: string): Response {
  const { hostname, pathname } = new URL(request.url);
  // Another host name may be DNS rebinding.
  if (!isOfThisMachine(request, address) || !isLoopback(hostname))
    return new Response("Mail is shown on this machine only.", { status: 403 });
  const mails = storedMails();
  const [, , id, view] = pathname.split("/");
  if (!id) return listPage(mails);
  const mail = mails.find((stored) => stored.id === id);
  if (!mail) return new Response("There is no such mail.", { status: 404 });
  if (view !== "html") return mailPage(mail);
  return new Response(mail.html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "cache-control": "no-store",
    },
  });
}
