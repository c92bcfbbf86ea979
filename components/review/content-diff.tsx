import { diffLines, diffWordsWithSpace } from "diff";
import { type ComparedField, changedFields, type RevisionContent } from "@/components/review/compared";

/** Unchanged lines that are shown around a change. */
const CONTEXT_LINES = 3;
/** Longest text that is compared; beyond, comparing would hold up the page. */
const MAX_COMPARED_CHARS = 100_000;

/** Two revisions field by field, their longer texts line by line. Without one before, what the first one says. */
export function ContentDiff({ before, after }: { before: RevisionContent | null; after: RevisionContent }) {
  const fields = changedFields(before, after);
  if (fields.length === 0)
    return <p className="text-sm text-muted">Nothing differs from the live revision.</p>;
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
  if (old.length + next.length > MAX_COMPARED_CHARS)
    return <p className="text-sm">Changed; too long to compare line by line.</p>;
  const isLong = old.includes("\n") || next.includes("\n");
  return isLong ? <LineDiff name={name} before={old} after={next} /> : <WordDiff before={old} after={next} />;
}

function WordDiff({ before, after }: { before: string; after: string }) {
  return (
    <p className="rounded-md border border-line bg-surface px-3 py-2 text-sm whitespace-pre-wrap">
      {diffWordsWithSpace(before, after).map((part, index) => {
        const key = `${index}-${part.value.length}`;
        if (part.added)
          return (
            <ins key={key} className="rounded-sm bg-ok/15">
              {part.value}
            </ins>
          );
        if (part.removed)
          return (
            <del key={key} className="rounded-sm bg-bad/15">
              {part.value}
            </del>
          );
        return <span key={key}>{part.value}</span>;
      })}
    </p>
  );
}

type Line = { sign: "+" | "-" | " "; text: string; before: number | null; after: number | null };

/** The lines of both texts with their numbers; runs of unchanged ones are cut to a few around each change. */
function linesOf(before: string, after: string): (Line | "cut")[] {
  const lines: Line[] = [];
  let [old, next] = [0, 0];
  for (const part of diffLines(before, after)) {
    for (const text of part.value.replace(/\n$/, "").split("\n")) {
      if (part.removed) lines.push({ sign: "-", text, before: ++old, after: null });
      else if (part.added) lines.push({ sign: "+", text, before: null, after: ++next });
      else lines.push({ sign: " ", text, before: ++old, after: ++next });
    }
  }
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ sign }) => sign !== " "),
  );
  return lines.flatMap<Line | "cut">((line, at) =>
    isNear[at] ? [line] : isNear[at - 1] || at === 0 ? ["cut"] : [],
  );
}

const LOOKS = { "+": "bg-ok/10", "-": "bg-bad/10", " ": "" };
const SPOKEN = { "+": "added", "-": "removed", " ": "" };

function LineDiff({ name, before, after }: { name: string; before: string; after: string }) {
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface font-mono text-xs">
      <table className="w-full border-collapse" aria-label={`${name}, line by line`}>
        <tbody>
          {linesOf(before, after).map((line, index) =>
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
                <td className="pr-2 whitespace-pre-wrap">{line.text}</td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
