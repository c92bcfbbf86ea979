import { PLAIN_HEADERS, plainPage } from "@/host/plain-page";

/** A page of a local stand-in, marked as not a real service; title and body are HTML. */
export function localPage(
  title: string,
  body: string,
  mark = "<strong>Local installation.</strong> No mail leaves this machine.",
): Response {
  return new Response(plainPage(title, `<p class="mark">${mark}</p><h1>${title}</h1>${body}`), {
    headers: PLAIN_HEADERS,
  });
}
