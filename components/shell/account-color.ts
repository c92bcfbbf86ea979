/** Backgrounds on which white text keeps its contrast in both themes. */
const COLORS = [
  "bg-[oklch(0.5_0.13_20)]",
  "bg-[oklch(0.48_0.11_75)]",
  "bg-[oklch(0.47_0.11_140)]",
  "bg-[oklch(0.48_0.09_200)]",
  "bg-[oklch(0.5_0.14_255)]",
  "bg-[oklch(0.5_0.15_300)]",
  "bg-[oklch(0.5_0.15_345)]",
] as const;

/** The color by which an organization is known, on every page the same. */
export function accountColor(id: string): string {
  let sum = 0;
  for (const char of id) sum = (sum * 31 + char.charCodeAt(0)) % 997;
  return COLORS[sum % COLORS.length] ?? COLORS[0];
}
