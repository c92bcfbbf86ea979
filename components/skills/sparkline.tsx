import type { Trust } from "@/lib/supply/skills/trust-schemas";

const WIDTH = 90;
const HEIGHT = 20;
const GAP = 1;
/** Height of a day without calls. */
const BASE = 1;

const rounded = (value: number) => Number(value.toFixed(2));

/** Bars as one path, each as high as its number and standing on that of `bottoms`. */
function barsOf(heights: number[], bottoms: number[] = []): string {
  const step = WIDTH / Math.max(1, heights.length);
  const width = rounded(step - GAP);
  return heights
    .map((height, at) => {
      const top = HEIGHT - (bottoms[at] ?? 0) - height;
      return height > 0 ? `M${rounded(at * step)} ${rounded(top)}h${width}v${rounded(height)}h-${width}z` : "";
    })
    .join("");
}

/**
 * Successful calls by day as small bars, with the failures of each day on top. One path per color: with an element per
 * bar, the bars were two fifths of the marketplace's payload.
 */
export function Sparkline({ daily, className = "" }: { daily: Trust["daily"]; className?: string }) {
  const failures = daily.calls.map((_, at) => daily.failures[at] ?? 0);
  const most = Math.max(1, ...daily.calls.map((calls, at) => calls + (failures[at] ?? 0)));
  const heightOf = (count: number) => (count / most) * HEIGHT;
  const [ok, bad] = [daily.calls.map(heightOf), failures.map(heightOf)];
  return (
    <svg
      role="img"
      aria-label={`Calls by day: ${daily.calls.join(", ")}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`h-5 w-[5.625rem] ${className}`}
    >
      <path d={barsOf(ok.map(() => BASE))} className="fill-line" />
      <path d={barsOf(ok)} className="fill-accent" />
      <path d={barsOf(bad, ok)} className="fill-bad" />
    </svg>
  );
}
