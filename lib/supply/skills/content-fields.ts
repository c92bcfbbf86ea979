import { MAX_SAMPLE_QUERIES } from "@/lib/platform/core/limits";

/** Kinds of values: they decide how a field is edited, checked, compared and shown. */
export type ContentForm = "line" | "text" | "lines" | "choice" | "url" | "json" | "markdown" | "image";
export type EditorSection = "about" | "images" | "usage" | "contract" | "package";

/** How developers edit a field: with an input after its form, or with a control that its section has for it. */
type Edited =
  | {
      form: Exclude<ContentForm, "json" | "markdown" | "image">;
      /** Its label in the editor, when that is not the one of the field. */
      input: {
        label?: string;
        hint?: string;
        placeholder?: string;
        limit?: "skillName" | "skillDescription" | "endpoint";
      };
    }
  | { form: ContentForm; input: "own" };

/** How consumers see it on the page and in its Markdown: a line of facts after its form, or at its own place. */
type Seen =
  | { shownIn: "nowhere" }
  | { shownIn: "list" | "detail"; page: "own" }
  | { shownIn: "list" | "detail"; page: "fact"; form: "line" | "text" | "choice" | "url" };

export type ContentField = {
  /** Its name in a reviewer's comparison, in the editor and among facts. */
  label: string;
  section: EditorSection;
  /** What people read instead of a choice's value. */
  choices?: Record<string, string>;
  /** What a version's `changed` calls it, when that is not its own name. */
  changedAs?: string;
} & Edited &
  Seen;

/**
 * The content of a skill: what a reviewer judges, apart from the package. Each field is defined here, with its schemas
 * in `content-schemas.ts`. Storage, freezing, publishing, export, comparison, editor, page and guide follow from
 * this list. Browsers load it, so it must not import zod.
 */
export const CONTENT = {
  name: {
    label: "Name",
    section: "about",
    form: "line",
    input: { limit: "skillName" },
    shownIn: "list",
    page: "own",
  },
  description: {
    label: "Description",
    section: "about",
    form: "text",
    input: {
      label: "Short description",
      hint: "What it does, in a sentence or two: cards and agents show this.",
      limit: "skillDescription",
    },
    shownIn: "list",
    page: "own",
  },
  category: {
    label: "Category",
    section: "about",
    form: "choice",
    input: "own",
    shownIn: "list",
    page: "own",
  },
  readme: {
    label: "Readme",
    section: "about",
    form: "markdown",
    input: "own",
    shownIn: "detail",
    page: "own",
  },
  sample_queries: {
    label: "Sample queries",
    section: "about",
    form: "lines",
    input: {
      hint: `What people would ask for, one per line, up to ${MAX_SAMPLE_QUERIES}. Searches look through them.`,
      placeholder: "Turn my notes into meeting minutes",
    },
    shownIn: "list",
    page: "own",
  },
  execution_type: {
    label: "Kind",
    section: "usage",
    form: "choice",
    input: {},
    shownIn: "list",
    page: "fact",
    choices: { api: "API", download: "Package", both: "API and package" },
  },
  api_endpoint: {
    label: "Endpoint",
    section: "usage",
    form: "url",
    input: {
      hint: "https on the public internet. We POST the parameters as JSON, signed as Standard Webhooks.",
      placeholder: "https://api.example.com/run",
      limit: "endpoint",
    },
    shownIn: "nowhere",
    changedAs: "endpoint",
  },
  endpoint_type: {
    label: "Endpoint type",
    section: "usage",
    form: "choice",
    input: { hint: "An MCP server is called over Streamable HTTP; its tools are listed below." },
    shownIn: "nowhere",
    choices: { http: "HTTP API", mcp: "MCP server" },
  },
  operations: {
    label: "Tools",
    section: "usage",
    form: "json",
    input: "own",
    shownIn: "nowhere",
    changedAs: "tools",
  },
  credentials: {
    label: "Buyer's credentials",
    section: "usage",
    form: "json",
    input: "own",
    shownIn: "detail",
    page: "own",
  },
  package_preview: {
    label: "Package preview",
    section: "package",
    form: "choice",
    input: {
      label: "Readable before buying",
      hint: "For paid packages. Everyone sees the file list, license and headings.",
    },
    shownIn: "detail",
    page: "own",
    choices: { skill_md: "Start of SKILL.md", outline: "Headings only", all_files: "All files" },
  },
  api_schema: {
    label: "Schema",
    section: "usage",
    form: "json",
    input: "own",
    shownIn: "detail",
    page: "own",
    changedAs: "parameters",
  },
  response_schema: {
    label: "Response schema",
    section: "contract",
    form: "json",
    input: "own",
    shownIn: "detail",
    page: "own",
  },
  response_mode: {
    label: "Responses that break the schema",
    section: "contract",
    form: "choice",
    input: "own",
    shownIn: "detail",
    page: "own",
    choices: { flag: "Flagged in the log", strict: "Not charged" },
  },
  examples: {
    label: "Examples",
    section: "contract",
    form: "json",
    input: "own",
    shownIn: "detail",
    page: "own",
  },
  icon: { label: "Icon", section: "images", form: "image", input: "own", shownIn: "list", page: "own" },
  screenshots: {
    label: "Screenshots",
    section: "images",
    form: "image",
    input: "own",
    shownIn: "detail",
    page: "own",
  },
} as const satisfies Record<string, ContentField>;

export type ContentName = keyof typeof CONTENT;
type NamesWith<Part extends Partial<ContentField>> = {
  [Name in ContentName]: (typeof CONTENT)[Name] extends Part ? Name : never;
}[ContentName];

export const CONTENT_NAMES = Object.keys(CONTENT) as ContentName[];
const shownIn = (place: ContentField["shownIn"]) => CONTENT_NAMES.filter((name) => CONTENT[name].shownIn === place);
/** Fields of every skill in a list. */
export const LIST_FIELDS = shownIn("list") as NamesWith<{ shownIn: "list" }>[];
/** Fields that only the details of a skill add. */
export const DETAIL_FIELDS = shownIn("detail") as NamesWith<{ shownIn: "detail" }>[];

type LargeName = NamesWith<{ form: "json" | "markdown" }>;
/** Fields that may be large: a developer's list leaves them out. */
export const LARGE_FIELDS = CONTENT_NAMES.filter(
  (name): name is LargeName => CONTENT[name].form === "json" || CONTENT[name].form === "markdown",
);

type InputName = {
  [Name in ContentName]: (typeof CONTENT)[Name]["input"] extends "own" ? never : Name;
}[ContentName];
/** The fields of a section of the editor with an input after their form. */
export const inputsOf = (section: EditorSection): InputName[] =>
  CONTENT_NAMES.filter((name): name is InputName => CONTENT[name].section === section && CONTENT[name].input !== "own");

/** What the page and its Markdown say of a skill in a line each: the fields that are facts, where it has them. */
export function contentFacts(content: { [Name in ContentName]?: unknown }): { label: string; text: string }[] {
  return CONTENT_NAMES.flatMap((name) => {
    const field: ContentField = CONTENT[name];
    const value = content[name];
    if (field.shownIn === "nowhere" || field.page !== "fact" || typeof value !== "string") return [];
    return [{ label: field.label, text: field.choices?.[value] ?? value }];
  });
}

/** The value of a field of lines as one text. */
export const linesText = (value: unknown): string => (Array.isArray(value) ? value.join("\n") : "");

/** The columns of a revision that hold its content; a listing has the same. */
export const CONTENT_COLUMNS = [...CONTENT_NAMES, "package_id"] as const;

/** What a version may report as changed, in the order of `CONTENT_COLUMNS`. */
export const CHANGES = [
  ...CONTENT_NAMES.map((name) => {
    const field: ContentField = CONTENT[name];
    return field.changedAs ?? name;
  }),
  "package",
];

/** Columns of the table `alias`, for a SELECT. */
export function columnsOf(alias: string, columns: readonly string[]): string {
  return columns.map((column) => `${alias}.${column}`).join(", ");
}

/** The named properties of an object, and no others. */
export function pick<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): Pick<T, Name> {
  const picked = {} as Pick<T, Name>;
  for (const name of names) picked[name] = from[name];
  return picked;
}
