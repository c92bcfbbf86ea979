import { dollars } from "@/lib/platform/core/dollars";

const NEARLY = 0.8;

/** What is spent of a limit, as a bar. */
export function Spent({ spent, limit, period }: { spent: number; limit: number; period: string }) {
  const share = limit === 0 ? 1 : Math.min(1, spent / limit);
  return (
    <span className="grid min-w-24 gap-1 text-xs">
      <span>
        {dollars(spent)} of {dollars(limit)} {period === "total" ? "in total" : `per ${period}`}
      </span>
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-raised">
        <span
          className={`block h-full ${share >= NEARLY ? "bg-bad" : "bg-accent"}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </span>
  );
}
