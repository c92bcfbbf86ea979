import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Transporter } from "nodemailer";
import { count } from "@/lib/platform/core/counts";
import { prisma } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { MAIL_KINDS } from "@/lib/platform/notifications/mail-kinds";
import { defaultLetter, fill, type Letter, problemsOf } from "@/lib/platform/notifications/mail-template";
import type { Message } from "@/lib/platform/notifications/message";
import * as site from "@/lib/platform/site/service";

/** Most mails in a local folder; the oldest are deleted first. */
const MAX_STORED_MAILS = 500;
const MAIL_TIMEOUT_MS = 15_000;

export type StoredMail = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  sent_at: string;
};

let transporter: Transporter | undefined;

/** A mail of one kind: its default text, and the data that fills an administrator's text. `name` is the recipient's. */
export type Mail = { kind: string; message: Message; data: Record<string, unknown>; name?: string };

/**
 * Sends a mail in the text that administrators gave its kind, or in its default. `id` becomes the Message-ID, so that mail
 * clients show a message that is delivered twice only once. Throws the mail server's error.
 */
export async function sendMail(to: string, mail: Mail, id: string = newId()): Promise<void> {
  await deliver(to, await letterOf(to, mail), id);
}

/** The mail as it is sent. A text that cannot be filled is not used: the default always can. */
async function letterOf(to: string, { kind, message, data, name }: Mail): Promise<Letter> {
  const standard = defaultLetter(message);
  const [about, text] = [MAIL_KINDS.get(kind), await prisma().mailText.findUnique({ where: { kind } })];
  if (!about || !text) return standard;
  const { settings } = await site.current();
  const [problem] = problemsOf(about, text);
  const filling = {
    message,
    data,
    name: name || to,
    marketplace: settings.marketplace_name,
    base: env().PUBLIC_URL,
  };
  const letter = problem ? null : fill(text, filling);
  if (!letter) log.warn({ kind, ...problem }, "the text of a mail could not be filled, so its default is sent");
  return letter ?? standard;
}

/** Sends a letter, or writes it to the local folder without SMTP_URL. Throws the mail server's error. */
export async function deliver(to: string, letter: Letter, id: string): Promise<void> {
  const { SMTP_URL, MAIL_FROM, PUBLIC_URL } = env();
  const { subject } = letter;
  // Loaded on demand: rendering needs almost a megabyte of code.
  const { renderMail } = await import("@/lib/platform/notifications/mail-body");
  const { settings } = await site.current();
  const body = await renderMail(letter, {
    name: settings.marketplace_name,
    base: PUBLIC_URL,
    footer: settings.mail_footer,
  });
  if (SMTP_URL === undefined) return keep({ id, to, subject, ...body, sent_at: new Date().toISOString() });
  const { createTransport } = await import("nodemailer");
  transporter ??= createTransport({
    url: SMTP_URL,
    connectionTimeout: MAIL_TIMEOUT_MS,
    socketTimeout: MAIL_TIMEOUT_MS,
  });
  try {
    await transporter.sendMail({
      from: MAIL_FROM,
      to: { name: "", address: to },
      subject,
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
