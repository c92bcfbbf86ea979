const HEIGHT = 96;

/** One day of a chart: the whole of it, and the part that went wrong. */
export type Bar = { date: string; value: number; bad?: number };

/** A figure a day as bars, with what it was on hover; the page shows the same figures as a table. */
export function Bars({
  title,
  bars,
  format,
}: {
  title: string;
  bars: Bar[];
  format: (value: number) => string;
}) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const width = 100 / Math.max(1, bars.length);
  const height = (value: number) => (most === 0 ? 0 : (value / most) * HEIGHT);
  return (
    <figure>
      <figcaption className="mb-2 flex items-baseline justify-between gap-2">
        <span className="text-sm font-medium">{title}</span>
        <span className="text-xs text-muted">most in a day: {format(most)}</span>
      </figcaption>
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-24 w-full"
        aria-hidden="true"
      >
        {bars.map(({ date, value, bad = 0 }, index) => (
          <g key={date}>
            <title>{`${date}: ${format(value)}${bad > 0 ? `, ${format(bad)} failed` : ""}`}</title>
            <rect x={index * width} width={width} y={0} height={HEIGHT} fill="transparent" />
            <rect
              x={index * width + width * 0.12}
              width={width * 0.76}
              y={HEIGHT - height(value)}
              height={height(value)}
              fill="var(--accent)"
            />
            <rect
              x={index * width + width * 0.12}
              width={width * 0.76}
              y={HEIGHT - height(bad)}
              height={height(bad)}
              fill="var(--bad)"
            />
          </g>
        ))}
      </svg>
      <div className="mt-1 flex justify-between border-t border-line pt-1 text-2xs text-muted">
        <span>{bars[0]?.date}</span>
        <span>{bars.at(-1)?.date}</span>
      </div>
    </figure>
  );
}
