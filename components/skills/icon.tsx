import { iconShapes, type Shape } from "@/components/skills/icon-shapes";
import { imageHref } from "@/components/skills/image";

/** One shape of an icon, in a colour; an element and no component, so that any drawing library takes it. */
export function drawShape(shape: Shape, fill: string) {
  const { kind, at } = shape;
  if (kind === "disc") return <circle key={at} cx={shape.x} cy={shape.y} r={4.5} fill={fill} />;
  if (kind === "bar") return <rect key={at} x={shape.x} y={shape.y} width={10} height={4} rx={2} fill={fill} />;
  return <path key={at} d={shape.d} fill={fill} />;
}

type IconProps = { slug: string; icon?: string | null; size?: number };

/** A skill's icon: its developer's image, or else a drawing in the colors of the theme. */
export function SkillIcon({ slug, icon = null, size = 36 }: IconProps) {
  if (icon)
    return (
      <img
        src={imageHref(icon)}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        className="shrink-0 rounded-md bg-raised"
      />
    );
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="shrink-0 rounded-md bg-raised">
      {iconShapes(slug).map((shape) => drawShape(shape, `oklch(var(--hue-light) 0.1 ${shape.hue})`))}
    </svg>
  );
}
