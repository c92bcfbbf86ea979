import { diffLines, diffWordsWithSpace } from "diff";
import { type ComparedField, changedFields, type RevisionContent } from "@/components/review/compared";
import { ImagesDiff, isImages } from "@/components/review/images";
import { VisibleText } from "@/components/review/visible-text";

/** Unchanged lines that are shown around a change. */
const CONTEXT_LINES = 3;
/** Longest text that is compared; beyond, comparing would hold up the page. */
export const MAX_COMPARED_CHARS = 100_000;
/** Timeout: the comparison of unrelated texts takes quadratic time. */
const LIMITS = { timeout: 250 };
/** Most rows of a comparison; more would slow the page down. */
const MAX_ROWS = 2_000;

/** Two revisions field by field, with long texts line by line. `same` is shown when nothing differs. */
export function ContentDiff({
  before,
  after,
  same,
}: {
  before: RevisionContent;
  after: RevisionContent;
  same: string;
}) {
  const fields = changedFields(before, after);
  if (fields.length === 0) return <p className="text-sm text-muted">{same}</p>;
  return (
    <dl className="grid gap-4">
      {fields.map((field) => (
        <div key={field.name}>
          <dt className="mb-1 text-xs font-medium text-muted">{field.name}</dt>
          <dd>
            <FieldDiff field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FieldDiff({ field: { name, before, after } }: { field: ComparedField }) {
  const [old, next] = [before ?? "", after ?? ""];
  if (isImages(name)) return <ImagesDiff before={old} after={next} />;
  if (old.length + next.length > MAX_COMPARED_CHARS)
    return <p className="text-sm">Changed; too long to compare line by line.</p>;
  return <TextDiff name={name} before={old} after={next} />;
}

/** Two texts of at most 100,000 characters together, by lines or, of single lines, by words. */
export function TextDiff({ name, before, after }: { name: string; before: string; after: string }) {
  const isLong = before.includes("\n") || after.includes("\n");
  return isLong ? <LineDiff {...{ name, before, after }} /> : <WordDiff before={before} after={after} />;
}

function TooDifferent() {
  return <p className="text-sm">Too many changes to compare. Read the full text.</p>;
}

function WordDiff({ before, after }: { before: string; after: string }) {
  const parts = diffWordsWithSpace(before, after, LIMITS);
  if (!parts) return <TooDifferent />;
  return (
    <p className="rounded-md border border-line bg-surface px-3 py-2 text-sm whitespace-pre-wrap">
      {parts.map((part, index) => {
        const key = `${index}-${part.value.length}`;
        if (part.added)
          return (
            <ins key={key} className="rounded-sm bg-ok/15">
              <VisibleText text={part.value} />
            </ins>
          );
        if (part.removed)
          return (
            <del key={key} className="rounded-sm bg-bad/15">
              <VisibleText text={part.value} />
            </del>
          );
        return <VisibleText key={key} text={part.value} />;
      })}
    </p>
  );
}

type Line = { sign: "+" | "-" | " "; text: string; before: number | null; after: number | null };

/** The lines of both texts with their numbers; runs of unchanged ones are cut to a few around each change. */
function linesOf(before: string, after: string): (Line | "cut")[] | null {
  const parts = diffLines(before, after, LIMITS);
  if (!parts) return null;
  const lines: Line[] = [];
  let [old, next] = [0, 0];
  for (const part of parts) {
    for (const text of part.value.replace(/\n$/, "").split("\n")) {
      if (part.removed) lines.push({ sign: "-", text, before: ++old, after: null });
      else if (part.added) lines.push({ sign: "+", text, before: null, after: ++next });
      else lines.push({ sign: " ", text, before: ++old, after: ++next });
    }
  }
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ sign }) => sign !== " "),
  );
  return lines.flatMap<Line | "cut">((line, at) => (isNear[at] ? [line] : isNear[at - 1] || at === 0 ? ["cut"] : []));
}

const LOOKS = { "+": "bg-ok/10", "-": "bg-bad/10", " ": "" };
const SPOKEN = { "+": "added", "-": "removed", " ": "" };

function LineDiff({ name, before, after }: { name: string; before: string; after: string }) {
  const lines = linesOf(before, after);
  if (!lines) return <TooDifferent />;
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface font-mono text-xs">
      <table className="w-full border-collapse" aria-label={`${name}, line by line`}>
        <tbody>
          {lines.slice(0, MAX_ROWS).map((line, index) =>
            line === "cut" ? (
              <tr key={`cut-${String(index)}`} className="bg-raised text-muted">
                <td colSpan={4} className="px-2 text-center">
                  ⋯
                </td>
              </tr>
            ) : (
              <tr key={`${line.sign}${line.before}:${line.after}`} className={LOOKS[line.sign]}>
                <td className="w-8 px-1.5 text-right text-muted select-none">{line.before}</td>
                <td className="w-8 px-1.5 text-right text-muted select-none">{line.after}</td>
                <td className="w-4 text-center select-none">
                  <span aria-hidden>{line.sign}</span>
                  <span className="sr-only">{SPOKEN[line.sign]}</span>
                </td>
                <td className="pr-2 whitespace-pre-wrap">
                  <VisibleText text={line.text} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      {lines.length > MAX_ROWS && (
        <p className="border-t border-line bg-raised px-3 py-1.5 font-sans text-muted">
          {lines.length - MAX_ROWS} more changed lines.
        </p>
      )}
    </div>
  );
}
