import { Hint } from "@/components/ui/hint";
import { exact, relative } from "@/lib/interfaces/client/format";

/** A moment as seen from now, with the exact one on hover, focus or tap; inside a link only on hover. */
export function RelativeTime({ time, isInLink = false }: { time: string | Date; isInLink?: boolean }) {
  const iso = new Date(time).toISOString();
  if (isInLink)
    return (
      <time dateTime={iso} title={exact(time)} suppressHydrationWarning>
        {relative(time)}
      </time>
    );
  return (
    <Hint text={exact(time)}>
      <time dateTime={iso} className="whitespace-nowrap" suppressHydrationWarning>
        {relative(time)}
      </time>
    </Hint>
  );
}
