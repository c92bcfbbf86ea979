import { type BreakingChange, breakingText } from "@/lib/supply/skills/breaking-changes";

/** What may break those who use a skill already. */
export function BreakingChanges({ changes, title }: { changes: readonly BreakingChange[]; title: string }) {
  if (changes.length === 0) return null;
  return (
    <div className="rounded-md border border-warn/40 bg-raised px-4 py-3 text-sm">
      <h3 className="font-medium text-warn">{title}</h3>
      <ul className="mt-1 list-disc pl-5">
        {changes.map((change) => (
          <li key={breakingText(change)} className="break-words">
            {breakingText(change)}
          </li>
        ))}
      </ul>
    </div>
  );
}
