const CREDITS = new Intl.NumberFormat("en-US", { minimumFractionDigits: 0, maximumFractionDigits: 6 });
const COUNTS = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const STEPS: [number, Intl.RelativeTimeFormatUnit][] = [
  [60, "second"],
  [60, "minute"],
  [24, "hour"],
  [30, "day"],
  [12, "month"],
  [Number.POSITIVE_INFINITY, "year"],
];
const RELATIVE = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Credits as people read them: `12.5`, `0.0025`. */
export function credits(amount: number): string {
  return CREDITS.format(amount);
}

/** A count in few characters: `1.2K`. */
export function count(value: number): string {
  return COUNTS.format(value);
}

/** A moment as seen from now: `3 hours ago`. */
export function relative(time: string | Date, now = Date.now()): string {
  let distance = (new Date(time).getTime() - now) / 1000;
  for (const [size, unit] of STEPS) {
    if (Math.abs(distance) < size) return RELATIVE.format(Math.round(distance), unit);
    distance /= size;
  }
  return "";
}

/** A size in bytes as people read it. */
export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  return size < 1024 ** 2 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1024 ** 2).toFixed(1)} MB`;
}
