import { isAlias, isMap, isScalar, LineCounter, type ParsedNode, parseDocument, visit, type YAMLError } from "yaml";
import { printable } from "@/lib/supply/packages/finding";

/** One field of the frontmatter; `line` counts from 1 in the whole file. */
export type Field = { key: string; line: number; value: ParsedNode | null };

/** Why a frontmatter cannot be read, or what some parsers will fail on. */
export type FrontmatterProblem = { rule: string; line: number; message: string; isWarning: boolean };

/** `fields` is null when the YAML cannot be relied on. `lineOf` finds a node's line in the whole file. */
export type Frontmatter = {
  fields: Map<string, Field> | null;
  body: string;
  bodyLine: number;
  problems: FrontmatterProblem[];
  lineOf: (node: ParsedNode | null) => number;
};

/** Keys are compared pairwise by the YAML library, so more would cost quadratic time. */
const MAX_FRONTMATTER_CHARACTERS = 16 * 1024;

const FENCE = /^---[ \t]{0,100}$/;
/** What YAML 1.2 itself knows without any tag; no schema extension, no merge keys, nothing constructed. */
const YAML_OPTIONS = {
  schema: "core",
  stringKeys: true,
  merge: false,
  resolveKnownTags: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** Splits a SKILL.md into its YAML fields and its body. Never throws for any text. */
export function readFrontmatter(text: string): Frontmatter {
  const lines = text.split(/\r?\n/);
  const missing = missingStart(text, lines);
  if (missing !== null) return unreadable(text, missing);
  const endIndex = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
  if (endIndex < 0) {
    return unreadable("", failure("frontmatter_unclosed", 1, "The frontmatter has no closing line of three dashes."));
  }
  const source = lines.slice(1, endIndex).join("\n");
  const body = lines.slice(endIndex + 1).join("\n");
  const rest = { body, bodyLine: endIndex + 2 };
  if (source.length > MAX_FRONTMATTER_CHARACTERS) {
    const message = `The frontmatter is longer than ${MAX_FRONTMATTER_CHARACTERS} characters.`;
    return { ...unreadable(body, failure("frontmatter_size", 1, message)), ...rest };
  }
  return { ...parseFields(source), ...rest };
}

function missingStart(text: string, lines: string[]): FrontmatterProblem | null {
  if (text.startsWith("\ufeff")) {
    return failure("frontmatter_missing", 1, "The file starts with a byte order mark; save it as UTF-8 without one.");
  }
  if (FENCE.test(lines[0] ?? "")) return null;
  const first = lines.findIndex((line) => line.trim() !== "");
  const isLate = FENCE.test(lines[first] ?? "");
  const message = isLate
    ? "The file must start with the frontmatter; remove the blank lines above it."
    : "The file must start with YAML frontmatter between two lines of three dashes.";
  return failure("frontmatter_missing", 1, message);
}

function parseFields(source: string): Pick<Frontmatter, "fields" | "problems" | "lineOf"> {
  const counter = new LineCounter();
  // The opening dashes are line 1 of the file, so the YAML's own first line is line 2.
  const lineAt = (offset: number) => counter.linePos(offset).line + 1;
  const lineOf = (node: ParsedNode | null) => (node === null ? 1 : lineAt(node.range[0]));
  const document = parseDocument(source, { ...YAML_OPTIONS, lineCounter: counter });
  const problems: FrontmatterProblem[] = [];
  const sourceLines = source.split("\n");
  for (const error of document.errors) {
    const line = Math.min(lineAt(error.pos[0]), sourceLines.length + 1);
    const isSeen = problems.some((problem) => problem.line === line);
    if (!isSeen) problems.push(failure("yaml_syntax", line, explain(error, sourceLines[line - 2] ?? "")));
  }
  if (problems.length > 0) return { fields: null, problems, lineOf };

  const { contents } = document;
  visit(document, {
    Node(_key, node) {
      const line = lineAt(node.range?.[0] ?? 0);
      if (isAlias(node) || node.anchor !== undefined) {
        const message = "YAML anchors (&) and aliases (*) are not allowed; put the value in quotes if it is text.";
        problems.push(failure("yaml_alias", line, message));
      } else if (node.tag !== undefined) {
        problems.push(
          failure("yaml_tag", line, "YAML tags (!) are not allowed; put the value in quotes if it is text."),
        );
      }
    },
  });
  if (!isMap(contents)) {
    problems.push(failure("frontmatter_not_map", 2, "The frontmatter must be a list of `field: value` lines."));
  }
  if (problems.length > 0 || !isMap(contents)) return { fields: null, problems, lineOf };
  sourceLines.forEach((line, index) => {
    if (!line.includes("---")) return;
    const message = "Three dashes inside the frontmatter end it for some agents.";
    problems.push({ ...failure("frontmatter_dashes", index + 2, message), isWarning: true });
  });
  const fields = new Map<string, Field>();
  for (const { key, value } of contents.items) {
    if (!isScalar(key)) continue;
    fields.set(String(key.value), { key: String(key.value), line: lineOf(key), value });
  }
  return { fields, problems, lineOf };
}

/** Says in plain words what YAML cannot read, and for the common mistakes how to write it instead. */
function explain(error: YAMLError, sourceLine: string): string {
  const field = /^\s{0,100}([\w-]{1,100}):(?:\s|$)/.exec(sourceLine)?.[1];
  const value = field === undefined ? "This value" : `The value of \`${field}\``;
  const written = field === undefined ? sourceLine : sourceLine.slice(sourceLine.indexOf(":") + 1);
  const colon = /:(?:\s|$)/.exec(written);
  switch (error.code) {
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY":
      if (colon === null) {
        return `${value} goes on in a line that YAML reads as another field. Put the value in quotes, or align the fields.`;
      }
      return `${value} has a colon, at ${near(written, colon.index)}, that YAML reads as another field. Put the value in quotes.`;
    case "UNEXPECTED_TOKEN":
    case "NON_STRING_KEY":
      return `${value} ${overlong(written)}`;
    case "BAD_SCALAR_START":
      return `${value} starts with a character that YAML reserves. Put the value in quotes.`;
    case "MISSING_CHAR":
      return /quote/.test(error.message)
        ? "A value's opening quote has no closing quote."
        : "This line is not a `field: value` line that YAML can read.";
    case "TAB_AS_INDENT":
      return "The line is indented with a tab; YAML allows only blanks.";
    case "DUPLICATE_KEY":
      return "This field appears twice.";
    case "BAD_INDENT":
      return "The indentation does not match the lines around it, or a bracket is not closed.";
    case "BAD_DQ_ESCAPE":
      return `${value} has a backslash that YAML cannot read inside double quotes. Use single quotes.`;
    default:
      return `YAML cannot read this line: ${error.message.slice(0, 200)}.`;
  }
}

/** Why a value goes on after the point where YAML takes it to be complete. */
function overlong(written: string): string {
  if (/^\s*[|>]/.test(written)) return "has text right after `|` or `>`; start the text in the next line, indented.";
  if (/^\s*["']/.test(written))
    return "goes on after its closing quote. Put all of it in quotes, inner quotes doubled as ''.";
  if (/^\s*[[{]/.test(written))
    return "starts with a bracket, which YAML reads as a list or map. Put the value in quotes.";
  return "goes on where YAML expects it to end. Put the value in quotes.";
}

function near(text: string, index: number): string {
  return `"${printable(text.slice(Math.max(0, index - 15), index + 12).trim())}"`;
}

function unreadable(body: string, problem: FrontmatterProblem): Frontmatter {
  return { fields: null, body, bodyLine: 1, problems: [problem], lineOf: () => 1 };
}

function failure(rule: string, line: number, message: string): FrontmatterProblem {
  return { rule, line, message, isWarning: false };
}
