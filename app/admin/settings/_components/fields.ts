import type { Limit } from "@/lib/platform/core/limits";
import type { PanelName } from "@/lib/platform/site/input-schemas";
import type { SiteSettingsChange } from "@/lib/platform/site/schemas";
import type { SettingInput, SettingName } from "@/lib/platform/site/setting-schemas";
import type { TitledText } from "@/lib/platform/site/titled-text-schemas";

export type FormField = {
  name: SettingName;
  panel: PanelName;
  label: string;
  hint?: string;
  input: SettingInput;
  text: string;
  isOptional: boolean;
  /** The type of a line of text, and the limits of its schema. */
  type?: string;
  limit: Limit;
};

type Kind = SettingInput["kind"];

function readAs(kind: Kind, text: string, isOptional: boolean): unknown {
  switch (kind) {
    case "titled":
      return readTitled(text);
    case "lines":
      return text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
    case "number":
      return Number(text);
    case "line":
    case "text":
    case "markdown":
    case "color":
    case "choice":
    case "its own":
      return isOptional ? text || null : text;
  }
}

/** Browsers send line breaks of a form as CRLF. */
const plain = (text: string) => text.replaceAll("\r\n", "\n").trim();

/**
 * The settings whose text somebody edited. One without an input is not in the form and stays as it is; so does one whose value the
 * text can't express, as long as no one edits it.
 */
export function changeOf(fields: readonly FormField[], form: FormData): SiteSettingsChange {
  const edited = fields.flatMap(({ name, input, text, isOptional }) => {
    const given = form.get(name);
    if (typeof given !== "string" || plain(given) === plain(text)) return [];
    return [[name, readAs(input.kind, plain(given), isOptional)] as const];
  });
  return Object.fromEntries(edited);
}

/** Texts with titles: paragraphs, of which the first line is the title. */
function readTitled(text: string): TitledText[] {
  return text
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [title = "", ...rest] = part.split("\n");
      return { title: title.trim(), text: rest.join("\n").trim() };
    });
}
