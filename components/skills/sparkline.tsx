import type { Trust } from "@/lib/skills/trust-schemas";

const WIDTH = 90;
const HEIGHT = 20;
const GAP = 1;

/** Successful calls by day as small bars, with the failures of each day on top. */
export function Sparkline({ daily, className = "" }: { daily: Trust["daily"]; className?: string }) {
  const days = daily.calls.map((calls, at) => ({ calls, failures: daily.failures[at] ?? 0, at }));
  const most = Math.max(1, ...days.map(({ calls, failures }) => calls + failures));
  const width = WIDTH / Math.max(1, days.length);
  return (
    <svg
      role="img"
      aria-label={`Calls by day: ${daily.calls.join(", ")}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={`h-5 w-[5.625rem] ${className}`}
    >
      {days.map(({ calls, failures, at }) => {
        const [ok, bad] = [(calls / most) * HEIGHT, (failures / most) * HEIGHT];
        const bar = { x: at * width, width: width - GAP };
        return (
          <g key={at}>
            <rect {...bar} y={HEIGHT - 1} height={1} className="fill-line" />
            <rect {...bar} y={HEIGHT - ok} height={ok} className="fill-accent" />
            <rect {...bar} y={HEIGHT - ok - bad} height={bad} className="fill-bad" />
          </g>
        );
      })}
    </svg>
  );
}
