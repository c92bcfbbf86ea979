export type ContentField = {
  /** Its name in a reviewer's comparison. */
  label: string;
  /** Kind of value: decides how it is edited, validated and compared. */
  form: "line" | "text" | "choice" | "url" | "json" | "markdown" | "image";
  /** Where consumers see it: in lists and details, in details alone, or not at all. */
  shownIn: "list" | "detail" | "nowhere";
  /** What people read instead of a choice's value. */
  choices?: Record<string, string>;
  /** What a version's `changed` calls it, when that is not its own name. */
  changedAs?: string;
};

/**
 * The content of a skill: what a reviewer judges, apart from the package. Each field is defined here, with its schemas
 * in `content-schemas.ts`. Storage, freezing, publishing, export, comparison and editor follow from
 * this list. Browsers load it, so it must not import zod.
 */
export const CONTENT = {
  name: { label: "Name", form: "line", shownIn: "list" },
  description: { label: "Description", form: "text", shownIn: "list" },
  category: { label: "Category", form: "choice", shownIn: "list" },
  readme: { label: "Readme", form: "markdown", shownIn: "detail" },
  execution_type: {
    label: "Kind",
    form: "choice",
    shownIn: "list",
    choices: { api: "API", download: "Package", both: "API and package" },
  },
  api_endpoint: { label: "Endpoint", form: "url", shownIn: "nowhere", changedAs: "endpoint" },
  package_preview: {
    label: "Package preview",
    form: "choice",
    shownIn: "detail",
    choices: { skill_md: "Start of SKILL.md", outline: "Headings only", all_files: "All files" },
  },
  api_schema: { label: "Schema", form: "json", shownIn: "detail", changedAs: "parameters" },
  response_schema: { label: "Response schema", form: "json", shownIn: "detail" },
  response_mode: {
    label: "Answers that break it",
    form: "choice",
    shownIn: "detail",
    choices: { flag: "Flagged in the log", strict: "Not charged" },
  },
  examples: { label: "Examples", form: "json", shownIn: "detail" },
  icon: { label: "Icon", form: "image", shownIn: "list" },
  screenshots: { label: "Screenshots", form: "image", shownIn: "detail" },
} as const satisfies Record<string, ContentField>;

export type ContentName = keyof typeof CONTENT;
type NamesWith<Part extends Partial<ContentField>> = {
  [Name in ContentName]: (typeof CONTENT)[Name] extends Part ? Name : never;
}[ContentName];

export const CONTENT_NAMES = Object.keys(CONTENT) as ContentName[];
const shownIn = (place: ContentField["shownIn"]) =>
  CONTENT_NAMES.filter((name) => CONTENT[name].shownIn === place);
/** Fields of every skill in a list. */
export const LIST_FIELDS = shownIn("list") as NamesWith<{ shownIn: "list" }>[];
/** Fields that only the details of a skill add. */
export const DETAIL_FIELDS = shownIn("detail") as NamesWith<{ shownIn: "detail" }>[];

type LargeName = NamesWith<{ form: "json" | "markdown" }>;
/** Fields that may be large: a developer's list leaves them out. */
export const LARGE_FIELDS = CONTENT_NAMES.filter(
  (name): name is LargeName => CONTENT[name].form === "json" || CONTENT[name].form === "markdown",
);

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
