import { SEVERITY_LOOKS } from "@/components/review/severity-looks";
import { VisibleText } from "@/components/review/visible-text";
import { Badge } from "@/components/ui/badge";
import type { Severity } from "@/lib/platform/core/severity-schemas";

type Remark = { line: number | null; rule: string; severity: Severity; message: string };

/** An untrusted text line by line, as agents read it, with findings below their lines. */
export function Source({
  text,
  label,
  firstLine = 1,
  remarks = [],
}: {
  text: string;
  label: string;
  firstLine?: number;
  remarks?: readonly Remark[];
}) {
  const lines = text.replace(/\n$/, "").split("\n");
  return (
    <div className="overflow-hidden rounded-md border border-line bg-surface font-mono text-xs">
      <table className="w-full border-collapse" aria-label={label}>
        <tbody>
          {lines.map((line, index) => {
            const number = firstLine + index;
            const here = remarks.filter((remark) => remark.line === number);
            return <SourceLine key={number} number={number} text={line} remarks={here} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

function SourceLine({ number, text, remarks }: { number: number; text: string; remarks: Remark[] }) {
  return (
    <>
      <tr id={`L${number}`} className="scroll-mt-24 target:bg-accent-soft">
        <td className="w-10 border-r border-line bg-raised px-2 text-right align-top text-muted select-none">
          {number}
        </td>
        <td className="px-3 whitespace-pre-wrap wrap-anywhere">
          <VisibleText text={text} />
        </td>
      </tr>
      {remarks.length > 0 && (
        <tr>
          <td className="border-r border-line bg-raised" />
          <td className="px-3 pb-1.5">
            <ul className="grid gap-0.5 rounded-md border border-edge bg-raised px-2 py-1 font-sans text-xs">
              {remarks.map(({ rule, severity, message }) => (
                <li key={`${rule} ${message}`}>
                  <Badge tone={SEVERITY_LOOKS[severity].tone}>{SEVERITY_LOOKS[severity].word}</Badge>{" "}
                  <span className="font-medium">{rule}</span> {message}
                </li>
              ))}
            </ul>
          </td>
        </tr>
      )}
    </>
  );
}
