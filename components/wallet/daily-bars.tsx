type Row = { date: string; skill: string; calls: number; failed: number };

const DAY_MS = 24 * 60 * 60 * 1000;
const HEIGHT = 120;

/** Calls a day as bars, the failed ones on top, with the same figures as a table for those who do not see them. */
export function DailyBars({ days, from, rows }: { days: number; from: string; rows: Row[] }) {
  const start = Date.parse(from);
  const bars = Array.from({ length: days }, (_, index) => {
    const date = new Date(start + index * DAY_MS).toISOString().slice(0, 10);
    const ofDay = rows.filter((row) => row.date === date);
    return {
      date,
      calls: ofDay.reduce((sum, row) => sum + row.calls, 0),
      failed: ofDay.reduce((sum, row) => sum + row.failed, 0),
    };
  });
  const most = Math.max(1, ...bars.map(({ calls }) => calls));
  const width = 100 / days;
  const height = (calls: number) => (calls / most) * HEIGHT;
  return (
    <figure>
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full"
        aria-hidden="true"
      >
        {bars.map(({ date, calls, failed }, index) => (
          <g key={date}>
            <title>{`${date}: ${calls} calls, ${failed} failed`}</title>
            <rect
              x={index * width + width * 0.1}
              width={width * 0.8}
              y={HEIGHT - height(calls)}
              height={height(calls)}
              fill="var(--accent)"
            />
            <rect
              x={index * width + width * 0.1}
              width={width * 0.8}
              y={HEIGHT - height(calls)}
              height={height(failed)}
              fill="var(--bad)"
            />
          </g>
        ))}
      </svg>
      <figcaption className="mt-1 flex justify-between text-2xs text-muted">
        <span>{bars[0]?.date}</span>
        <span>most in a day: {most}</span>
        <span>{bars.at(-1)?.date}</span>
      </figcaption>
      <details className="mt-2">
        <summary className="text-xs text-muted">As a table</summary>
        <table className="mt-2 w-full max-w-md text-xs">
          <thead>
            <tr className="text-left text-muted">
              <th scope="col">Day</th>
              <th scope="col" className="text-right">
                Calls
              </th>
              <th scope="col" className="text-right">
                Failed
              </th>
            </tr>
          </thead>
          <tbody>
            {bars
              .filter(({ calls }) => calls > 0)
              .map(({ date, calls, failed }) => (
                <tr key={date}>
                  <td>{date}</td>
                  <td className="text-right font-mono">{calls}</td>
                  <td className="text-right font-mono">{failed}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
