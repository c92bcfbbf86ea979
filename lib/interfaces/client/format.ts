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

/** A count in few characters: `1.2K`. */
export function count(value: number): string {
  return COUNTS.format(value);
}

/** A moment as seen from now: `3 hours ago`. */
export function relative(time: string | Date): string {
  let distance = (new Date(time).getTime() - Date.now()) / 1000;
  for (const [size, unit] of STEPS) {
    if (Math.abs(distance) < size) return RELATIVE.format(Math.round(distance), unit);
    distance /= size;
  }
  return "";
}

/** A moment to the second, in UTC: `2026-11-20 09:32:05 UTC`. */
export function exact(time: string | Date): string {
  return `${new Date(time).toISOString().slice(0, "2026-11-20T09:32:05".length).replace("T", " ")} UTC`;
}

/** The day of a moment, in UTC: `2026-11-20`. */
export function day(time: string | Date): string {
  return new Date(time).toISOString().slice(0, "2026-11-20".length);
}

/** A size in bytes as people read it. */
export function bytes(size: number): string {
  if (size < 1024) return `${size} B`;
  return size < 1024 ** 2 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1024 ** 2).toFixed(1)} MB`;
}

const SPANS: [number, string][] = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
  [1, "s"],
];

/** A span of time in its two largest units: `3 d 4 h`. */
export function duration(seconds: number): string {
  const first = SPANS.findIndex(([size]) => seconds >= size);
  if (first === -1) return "0 s";
  let rest = Math.floor(seconds);
  const parts = SPANS.slice(first, first + 2).map(([size, unit]) => {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    return whole > 0 ? `${whole} ${unit}` : "";
  });
  return parts.filter(Boolean).join(" ");
}
