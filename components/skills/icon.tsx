/** Hues that stay apart from each other in both themes, in degrees of OKLCH. */
const HUES = [20, 55, 95, 150, 195, 240, 285, 330];

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619);
  return hash >>> 0;
}

/** A skill's mark: four quarters of simple shapes in two hues, made from its slug alone. */
export function SkillIcon({ slug, size = 36 }: { slug: string; size?: number }) {
  const hash = hashOf(slug);
  const hue = (shift: number) => `oklch(var(--hue-light) 0.1 ${HUES[(hash >>> shift) % HUES.length]})`;
  const quarter = (index: number) => {
    const [x, y] = [(index % 2) * 12, Math.floor(index / 2) * 12];
    const fill = (hash >>> (index + 8)) & 1 ? hue(0) : hue(4);
    const kind = (hash >>> (12 + index * 3)) % 4;
    if (kind === 0) return <circle key={index} cx={x + 6} cy={y + 6} r={4.5} fill={fill} />;
    if (kind === 1) return <rect key={index} x={x + 1} y={y + 4} width={10} height={4} rx={2} fill={fill} />;
    if (kind === 2) return <path key={index} d={`M${x} ${y}h12a12 12 0 0 1-12 12z`} fill={fill} />;
    return <path key={index} d={`M${x + 12} ${y + 12}h-12a12 12 0 0 1 12-12z`} fill={fill} />;
  };
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="shrink-0 rounded-md bg-raised"
    >
      {[0, 1, 2, 3].map(quarter)}
    </svg>
  );
}
