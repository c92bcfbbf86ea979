/** Hues that stay apart from each other in both themes, in degrees of OKLCH. */
const HUES = [20, 55, 95, 150, 195, 240, 285, 330];

export type Shape = {
  hue: number;
  at: number;
} & ({ kind: "disc"; x: number; y: number } | { kind: "bar"; x: number; y: number } | { kind: "quarter"; d: string });

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

/** A skill's mark: four quarters of simple shapes in two hues, made from its slug alone. */
export function iconShapes(slug: string): Shape[] {
  const hash = hashOf(slug);
  const hueAt = (shift: number) => HUES[(hash >>> shift) % HUES.length] ?? 195;
  return [0, 1, 2, 3].map((at) => {
    const [x, y] = [(at % 2) * 12, Math.floor(at / 2) * 12];
    const hue = (hash >>> (at + 8)) & 1 ? hueAt(0) : hueAt(4);
    const kind = (hash >>> (12 + at * 3)) % 4;
    if (kind === 0) return { kind: "disc", at, hue, x: x + 6, y: y + 6 };
    if (kind === 1) return { kind: "bar", at, hue, x: x + 1, y: y + 4 };
    const d = kind === 2 ? `M${x} ${y}h12a12 12 0 0 1-12 12z` : `M${x + 12} ${y + 12}h-12a12 12 0 0 1 12-12z`;
    return { kind: "quarter", at, hue, d };
  });
}
