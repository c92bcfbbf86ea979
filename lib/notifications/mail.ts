import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTransport, type Transporter } from "nodemailer";
import { count } from "@/lib/core/counts";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/ids";
import type { Message } from "@/lib/notifications/message";
import * as site from "@/lib/site/service";

/** Most mails in a local folder; the oldest are deleted first. */
const MAX_STORED_MAILS = 500;
const MAIL_TIMEOUT_MS = 15_000;

/** A mail file of a local installation. */
export type StoredMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  sent_at: string;
};

let transporter: Transporter | undefined;

/**
 * Sends a message, or writes it to the local folder without SMTP_URL. `id` becomes the Message-ID, so that mail clients
 * show a message that is delivered twice only once. Throws the mail server's error.
 */
export async function sendMail(to: string, message: Message, id: string = newId()): Promise<void> {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env();
  // Loaded on demand: rendering needs almost a megabyte of code.
  const { renderMail } = await import("@/lib/notifications/mail-body");
  const { settings } = await site.current();
  const body = await renderMail(message, {
    name: settings.marketplace_name,
    base: PUBLIC_URL,
    footer: settings.mail_footer,
  });
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

function keep(mail: StoredMail): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const file = join(folder(), `${mail.id}.json`);
  writeFileSync(`${file}.new`, JSON.stringify(mail, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
  for (const name of fileNames().slice(MAX_STORED_MAILS)) rmSync(join(folder(), name), { force: true });
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
export function storedMails(): StoredMail[] {
  return fileNames().map((name) => JSON.parse(readFileSync(join(folder(), name), "utf8")) as StoredMail);
}
