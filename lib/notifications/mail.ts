import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import { count } from "@/lib/core/counts";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/ids";
import type { Message } from "@/lib/notifications/messages";

/** Most mails that a local folder keeps; the oldest go first. */
const KEPT_MAILS = 500;
const MAIL_TIMEOUT_MS = 15_000;

/** A mail of a local installation, as it lies in its folder. */
export type KeptMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  sent_at: string;
};

let transporter: Transporter | undefined;

/**
 * Sends a message, or keeps it in the folder when no SMTP_URL is set. `id` names it, so that a mail client that gets
 * it twice shows it once. Throws what the mail server answers.
 */
export async function sendMail(to: string, message: Message, id: string = newId()): Promise<void> {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env();
  // Rendering brings a good part of a megabyte of code: only who sends mails loads it.
  const { renderMail } = await import("@/lib/notifications/mail-body");
  const body = await renderMail(message, PUBLIC_URL);
  if (SMTP_URL === undefined)
    return keep({ id, to, subject: message.title, ...body, sent_at: new Date().toISOString() });
  transporter ??= createTransport({
    url: SMTP_URL,
    connectionTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
  });
  try {
    await transporter.sendMail({
      from: MAIL_FROM,
      to: { name: "", address: to },
      subject: message.title,
      messageId: `<${id}@${new URL(PUBLIC_URL).hostname}>`,
      ...body,
    });
  } catch (error) {
    count("mails_total", { outcome: "failed" });
    count("dependency_failures_total", { dependency: "smtp" });
    throw error;
  }
  count("mails_total", { outcome: "sent" });
}

const folder = () => join(env().DATA_DIR, "mail");

function keep(mail: KeptMail): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const file = join(folder(), `${mail.id}.json`);
  writeFileSync(`${file}.new`, JSON.stringify(mail, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  for (const name of fileNames().slice(KEPT_MAILS)) rmSync(join(folder(), name), { force: true });
}

/** Ids sort by time: the newest first. */
function fileNames(): string[] {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  return readdirSync(folder())
    .filter((name) => name.endsWith(".json"))
    .sort()
    .reverse();
}

/** The mails in the folder of a local installation, newest first. */
export function keptMails(): KeptMail[] {
  return fileNames().map((name) => JSON.parse(readFileSync(join(folder(), name), "utf8")) as KeptMail);
}
