/** The details of an audit event as names and values. */
export function Details({ details, without = [] }: { details: Record<string, unknown>; without?: readonly string[] }) {
  const shown = Object.entries(details).filter(
    ([name, value]) => !without.includes(name) && value !== null && value !== "",
  );
  if (shown.length === 0) return <span className="text-faint">–</span>;
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-xs max-md:justify-end">
      {shown.map(([name, value]) => (
        <span key={name}>
          <span className="text-muted">{name.replaceAll("_", " ")}</span>{" "}
          {typeof value === "object" ? JSON.stringify(value) : String(value)}
        </span>
      ))}
    </span>
  );
}
