import type { RejectionReason, SiteSettings, SiteSettingsChange } from "@/lib/platform/site/schemas";

/** The settings of the form. The logo has its own. */
type Given = Omit<SiteSettings, "logo">;
type Name = keyof Given;

/** How a setting stands in its input as text, and how it is read from there. */
type FieldText<Value> = { show: (value: Value) => string; read: (text: string) => Value };

const TEXT: FieldText<string> = { show: (value) => value, read: (text) => text };
const OPTIONAL: FieldText<string | null> = { show: (value) => value ?? "", read: (text) => text || null };
const NUMBER: FieldText<number> = { show: String, read: Number };

const FIELDS: { [Key in Name]: FieldText<Given[Key]> } = {
  marketplace_name: TEXT,
  accent_color: OPTIONAL,
  mail_footer: OPTIONAL,
  review_target_hours: NUMBER,
  rejection_reasons: {
    show: (reasons) => reasons.map(({ title, text }) => `${title}\n${text}`).join("\n\n"),
    read: readReasons,
  },
  announcement: OPTIONAL,
  registration: { show: (value) => value, read: (text) => text as SiteSettings["registration"] },
  support_email: OPTIONAL,
  operator_name: TEXT,
  operator_details: {
    show: (lines) => lines.join("\n"),
    read: (text) =>
      text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
  },
  fee_percent: NUMBER,
  price_rise_percent: NUMBER,
  price_notice_days: NUMBER,
  terms: OPTIONAL,
  privacy: OPTIONAL,
};

export const SETTING_NAMES = Object.keys(FIELDS) as Name[];

/** Browsers send line breaks of a form as CRLF. */
const plain = (text: string) => text.replaceAll("\r\n", "\n").trim();

/** A setting as its input shows it. */
export function shown<Key extends Name>(settings: Given, name: Key): string {
  return FIELDS[name].show(settings[name]);
}

/**
 * The settings whose text somebody edited. One without an input, or whose input is disabled, is not in the form and stays as it is;
 * so does one whose value the text can't express, as long as nobody edits it.
 */
export function changeOf(settings: Given, form: FormData): SiteSettingsChange {
  const edited = SETTING_NAMES.flatMap((name) => {
    const text = form.get(name);
    if (typeof text !== "string" || plain(text) === plain(shown(settings, name))) return [];
    return [[name, FIELDS[name].read(plain(text))] as const];
  });
  return Object.fromEntries(edited);
}

/** The reasons of the text field: paragraphs, of which the first line is the title. */
function readReasons(text: string): RejectionReason[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [title = "", ...rest] = part.split("\n");
      return { title: title.trim(), text: rest.join("\n").trim() };
    });
}
