/** Subject and body of a mail with named placeholders, and how they are filled. Pure: it reads and sends nothing. */
import type { Issue } from "@/lib/platform/core/errors";
import { toPlainLine } from "@/lib/platform/core/hidden-characters";
import type { MailKind } from "@/lib/platform/notifications/mail-kinds";
import type { Message } from "@/lib/platform/notifications/message";

/** A subject of one line; a body of paragraphs with an empty line between two. */
export type Template = { subject: string; body: string };
type Action = NonNullable<Message["action"]>;
/** A mail as it is sent: paragraphs, and the button in its place. */
export type Letter = { subject: string; blocks: (string | Action)[] };
/** What fills placeholders: the default message, its data, the recipient's name, and the marketplace's name and address. */
export type Filling = {
  message: Message;
  data: Record<string, unknown>;
  name: string;
  marketplace: string;
  base: string;
};

export const SAMPLE_NAME = "Ada Lovelace";
const PLACEHOLDER = /\{\{\s*([a-z_]+)\s*\}\}/g;
/** Longest subject after filling: longer ones are cut, since a skill's name may be long. */
const MAX_SUBJECT_CHARS = 200;
/** Placeholders of several lines or of a button, which no subject has. */
const BODY_ONLY = ["message", "link"];

/** The letter of a message as the code has it. */
export function defaultLetter({ title, lines, action, also }: Message): Letter {
  return { subject: title, blocks: [...lines, ...(action ? [action] : []), ...(also ? [also] : [])] };
}

const nameOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Ids mean nothing to who reads a mail, and a link's address is its placeholder. */
const isShown = (key: string, value: unknown) =>
  (typeof value === "string" || typeof value === "number") && !/id$/i.test(key) && key !== "url";

function valuesOf(data: Record<string, unknown>): Record<string, string> {
  const shown = Object.entries(data).filter(([key, value]) => isShown(key, value));
  // Amounts have cents, as in the default texts: "1.5" is "1.50".
  return Object.fromEntries(shown.map(([key, value]) => [nameOf(key), String(value).replace(/^\d+\.\d$/, "$&0")]));
}

/** The placeholders of a kind of mail, each with a sample value. */
export function placeholdersOf({ sample, message, isNotice }: MailKind): Record<string, string> {
  const { title, lines, action } = message(sample);
  return {
    ...valuesOf(sample),
    ...(isNotice && { name: SAMPLE_NAME }),
    marketplace: "Skills Marketplace",
    title,
    message: lines.join(" "),
    ...(action && { link: action.label }),
  };
}

/** The default text of a kind of mail, with placeholders. */
export function defaultTemplate({ sample, message, varies }: MailKind): Template {
  const named = Object.entries(sample).map(([key, value]) => [key, isShown(key, value) ? `{{${nameOf(key)}}}` : value]);
  const { title, lines, action } = varies
    ? { ...message(sample), title: "{{title}}", lines: ["{{message}}"] }
    : message(Object.fromEntries(named));
  return { subject: title, body: [...lines, ...(action ? ["{{link}}"] : [])].join("\n\n") };
}

const usedIn = (text: string) => [...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);

/** What is wrong with a text for a kind of mail: placeholders that it does not have, and missing ones that it needs. */
export function problemsOf(kind: MailKind, { subject, body }: Template): Issue[] {
  const known = Object.keys(placeholdersOf(kind));
  const about = (param: "subject" | "body", text: string, allowed: string[]) => {
    const list = allowed.map((name) => `{{${name}}}`).join(", ");
    const unknown = usedIn(text).filter((name) => !allowed.includes(name));
    const isBroken = /\{\{|\}\}/.test(text.replace(PLACEHOLDER, ""));
    return [
      ...[...new Set(unknown)].map((name) => ({
        param,
        message: `has {{${name}}}, which is no placeholder here; use ${list}`,
      })),
      ...(isBroken ? [{ param, message: `has braces that are no placeholder; write one as ${list}` }] : []),
    ];
  };
  const missing = kind.required.filter((name) => !usedIn(body).includes(name));
  return [
    ...about(
      "subject",
      subject,
      known.filter((name) => !BODY_ONLY.includes(name)),
    ),
    ...about("body", body, known),
    ...missing.map((name) => ({
      param: "body",
      message: `must contain {{${name}}}, or the mail is useless`,
    })),
  ];
}

/** A text with its values, or null when one that it uses has no value this time. Values are never read as placeholders. */
export function fill({ subject, body }: Template, filling: Filling): Letter | null {
  const { title, lines, action, also } = filling.message;
  const values: Record<string, string> = {
    ...valuesOf(filling.data),
    name: filling.name,
    marketplace: filling.marketplace,
    title,
    message: lines.join(" "),
    ...(action && { link: new URL(action.path, filling.base).href }),
  };
  const used = [...usedIn(subject), ...usedIn(body)];
  if (!used.every((name) => Object.hasOwn(values, name) && values[name])) return null;
  const filled = (text: string) => text.replace(PLACEHOLDER, (_, name: string) => values[name] ?? "");
  const blocks = body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .flatMap((paragraph): (string | Action)[] => {
      const [, alone] = /^\{\{\s*(message|link)\s*\}\}$/.exec(paragraph) ?? [];
      if (alone === "message") return lines;
      return alone === "link" && action ? [action, ...(also ? [also] : [])] : [filled(paragraph)];
    });
  return { subject: toPlainLine(filled(subject)).slice(0, MAX_SUBJECT_CHARS).toWellFormed(), blocks };
}
