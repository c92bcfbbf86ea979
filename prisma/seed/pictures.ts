import { TOOLS } from "@/dev/demo-provider/handler";
import * as images from "@/lib/supply/packages/images";
import icons from "@/prisma/seed/icons.json" with { type: "json" };
import { randomOf } from "@/prisma/seed/random";

const ICON_PIXELS = 256;
const WIDTH = 960;
const HEIGHT = 600;

/** Strokes of Lucide's icons (ISC licence), by the skill that they stand for. */
const ICONS: Record<string, string> = icons;

const hueOf = (text: string): number =>
  [...text].reduce((sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % 360, 7);

/** An icon on a ground of its own colour. */
function iconSvg(slug: string): string {
  const hue = hueOf(slug);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${ICON_PIXELS}" height="${ICON_PIXELS}" viewBox="0 0 48 48">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="hsl(${hue},62%,46%)"/>
      <stop offset="1" stop-color="hsl(${(hue + 38) % 360},68%,34%)"/></linearGradient></defs>
    <rect width="48" height="48" fill="url(#g)"/>
    <g transform="translate(11 11) scale(1.083)" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round"
      stroke-linejoin="round">${ICONS[slug] ?? ""}</g></svg>`;
}

const sheet = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#f7f6f2"/>${inner}</svg>`;

const GRID = [120, 220, 320, 420, 520]
  .map((y) => `<path d="M80 ${y}H880" stroke="#dcd9d0" stroke-width="2"/>`)
  .join("");

function barsSvg(seed: number): string {
  const random = randomOf(seed);
  const bars = Array.from({ length: 12 }, (_, at) => {
    const height = 60 + random() * 320;
    return `<rect x="${96 + at * 65}" y="${520 - height}" width="42" height="${height}" rx="6" fill="hsl(${190 + at * 6},55%,42%)"/>`;
  });
  return sheet(GRID + bars.join(""));
}

function linesSvg(seed: number): string {
  const random = randomOf(seed);
  const line = (color: string, slope: number) => {
    let y = 360;
    const points = Array.from({ length: 14 }, (_, at) => {
      y = Math.min(500, Math.max(130, y + (random() - 0.5) * 60 - slope));
      return `${90 + at * 60},${y.toFixed(0)}`;
    });
    return `<polyline points="${points.join(" ")}" fill="none" stroke="${color}" stroke-width="6" stroke-linejoin="round"/>`;
  };
  return sheet(GRID + line("#2a7f62", 14) + line("#c2792b", 2) + line("#b23a48", -8));
}

function swatchesSvg(): string {
  const swatches = Array.from({ length: 15 }, (_, at) => {
    const [x, y] = [70 + (at % 5) * 168, 60 + Math.floor(at / 5) * 168];
    return `<rect x="${x}" y="${y}" width="148" height="148" rx="14" fill="hsl(${at * 24},58%,${34 + (at % 5) * 9}%)"/>`;
  });
  return sheet(swatches.join(""));
}

function codeSvg(text: string): string {
  const answer = TOOLS["qr-svg"]?.run({ text }) as { svg: string } | undefined;
  const inner = (answer?.svg ?? "").replace("<svg ", '<svg x="230" y="50" width="500" height="500" ');
  return sheet(inner);
}

/** What a skill makes, where that can be drawn. */
const SCREENSHOTS: Record<string, () => string[]> = {
  "qr-code-svg": () => [codeSvg("https://example.com/menu")],
  "label-printer-codes": () => [codeSvg("4006381333931")],
  "summary-statistics": () => [barsSvg(3)],
  "experiment-readout": () => [linesSvg(5), barsSvg(8)],
  "cash-flow-forecast": () => [linesSvg(11)],
  "kubernetes-rightsizing": () => [barsSvg(21), linesSvg(22)],
  "colour-palette-fixer": () => [swatchesSvg()],
};

async function store(ownerId: string, kind: images.ImageKind, svg: string): Promise<string> {
  const { default: sharp } = await import("sharp");
  const png = await sharp(Buffer.from(svg)).png({ compressionLevel: 1 }).toBuffer();
  const { body } = new Response(new Uint8Array(png));
  return (await images.store(ownerId, kind, body)).sha256;
}

/** A publisher's mark: three shapes of two colours, no two alike. */
function markSvg(key: string): string {
  const hue = hueOf(key);
  const random = randomOf(hue);
  const shapes = [0, 1, 2].map((at) => {
    const [x, y, size] = [8 + random() * 32, 8 + random() * 32, 9 + random() * 9];
    const fill = `hsl(${(hue + at * 50) % 360},70%,${58 + at * 12}%)`;
    return at % 2 === 0
      ? `<circle cx="${x}" cy="${y}" r="${size}" fill="${fill}" fill-opacity=".85"/>`
      : `<rect x="${x - size}" y="${y - size}" width="${size * 2}" height="${size * 2}" rx="4" fill="${fill}" fill-opacity=".85"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${ICON_PIXELS}" height="${ICON_PIXELS}" viewBox="0 0 48 48">
    <rect width="48" height="48" fill="hsl(${hue},45%,28%)"/>${shapes.join("")}</svg>`;
}

/** Stores a publisher's picture and returns its name. */
export const pictureOf = (ownerId: string, key: string): Promise<string> => store(ownerId, "icon", markSvg(key));

/** Stores the pictures of a skill and returns their names, as its fields take them. */
export async function picturesOf(ownerId: string, slug: string): Promise<{ icon?: string; screenshots?: string[] }> {
  if (!ICONS[slug]) return {};
  const icon = await store(ownerId, "icon", iconSvg(slug));
  const screenshots: string[] = [];
  for (const svg of SCREENSHOTS[slug]?.() ?? []) screenshots.push(await store(ownerId, "screenshot", svg));
  return { icon, ...(screenshots.length > 0 && { screenshots }) };
}
