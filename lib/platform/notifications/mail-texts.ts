/**
 * Texts of mails as administrators change them. Invariants: what is stored has filled every placeholder that it uses with
 * sample values before; every change is in the audit log, in its transaction.
 */
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import type { MailText } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { wholeList } from "@/lib/platform/core/page";
import { deliver } from "@/lib/platform/notifications/mail";
import { MAIL_KINDS, type MailKind } from "@/lib/platform/notifications/mail-kinds";
import {
  defaultTemplate,
  fill,
  type Letter,
  placeholdersOf,
  problemsOf,
  SAMPLE_NAME,
  type Template,
} from "@/lib/platform/notifications/mail-template";
import type { MailPreview, MailTextInput, MailTextView } from "@/lib/platform/notifications/mail-text-schemas";
import * as site from "@/lib/platform/site/service";

/** Every kind of mail with its text and its default. */
export async function list() {
  const rows = await prisma().mailText.findMany();
  const views = [...MAIL_KINDS.keys()].map((kind) =>
    toView(
      kind,
      rows.find((row) => row.kind === kind),
    ),
  );
  return wholeList(views);
}

function toView(kind: string, row: MailText | null | undefined): MailTextView {
  const about = requireKind(kind);
  const standard = defaultTemplate(about);
  return {
    kind,
    description: about.description,
    placeholders: Object.entries(placeholdersOf(about)).map(([name, sample]) => ({
      name,
      sample,
      is_required: about.required.includes(name),
    })),
    subject: row?.subject ?? standard.subject,
    body: row?.body ?? standard.body,
    is_default: !row,
    default_subject: standard.subject,
    default_body: standard.body,
    updated_at: row?.updatedAt ?? null,
  };
}

function requireKind(kind: string): MailKind {
  const about = MAIL_KINDS.get(kind);
  if (!about) throw notFound();
  return about;
}

function requireUsable(about: MailKind, template: Template): void {
  const [first, ...rest] = problemsOf(about, template);
  if (first) throw invalid([first, ...rest]);
}

/** Changes the text of a kind of mail. */
export async function put(caller: Caller, kind: string, template: MailTextInput): Promise<MailTextView> {
  requireUsable(requireKind(kind), template);
  return transaction(async (db) => {
    const row = await prisma(db).mailText.upsert({
      where: { kind },
      create: { kind, ...template },
      update: { ...template, updatedAt: new Date() },
    });
    await audit.write(db, caller.accountId, "mail_text.change", { type: "mail_text", id: kind }, template);
    return toView(kind, row);
  });
}

/** Restores the default of a kind of mail; one that is the default stays it. */
export async function restore(caller: Caller, kind: string): Promise<MailTextView> {
  requireKind(kind);
  return transaction(async (db) => {
    const { count } = await prisma(db).mailText.deleteMany({ where: { kind } });
    if (count > 0) await audit.write(db, caller.accountId, "mail_text.restore", { type: "mail_text", id: kind }, {});
    return toView(kind, null);
  });
}

async function sampleLetter(kind: string, template: MailTextInput): Promise<Letter> {
  const about = requireKind(kind);
  requireUsable(about, template);
  const { settings } = await site.current();
  const message = about.message(about.sample);
  const letter = fill(template, {
    message,
    data: about.sample,
    name: SAMPLE_NAME,
    marketplace: settings.marketplace_name,
    base: env().PUBLIC_URL,
  });
  if (!letter) throw new Error(`the sample of ${kind} lacks a value`);
  return letter;
}

/** A text with sample values, as its recipient would get it. Throws as `put` does. */
export async function preview(kind: string, template: MailTextInput): Promise<MailPreview> {
  const letter = await sampleLetter(kind, template);
  const { settings } = await site.current();
  // Loaded on demand: rendering needs almost a megabyte of code.
  const { renderMail } = await import("@/lib/platform/notifications/mail-body");
  const body = await renderMail(letter, {
    name: settings.marketplace_name,
    base: env().PUBLIC_URL,
    footer: settings.mail_footer,
  });
  return { subject: letter.subject, ...body };
}

/** Mails a text with sample values to the caller. */
export async function sendTest(caller: Caller, kind: string, template: MailTextInput) {
  const letter = await sampleLetter(kind, template);
  await deliver(caller.email, letter, newId()).catch((cause: unknown) => {
    throw new AppError("unavailable", "The mail server did not take the mail. Check SMTP_URL and MAIL_FROM.", {
      cause,
    });
  });
  return { sent_to: caller.email };
}
