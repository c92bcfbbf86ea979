import { relative } from "@/components/ui/format";

/** A moment as seen from now, with the exact one on hover. */
export function Ago({ time }: { time: string | Date }) {
  const exact = new Date(time).toISOString();
  return (
    <time dateTime={exact} title={exact} className="whitespace-nowrap">
      {relative(time)}
    </time>
  );
}
