import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import { drawShape } from "@/components/skills/icon";
import { iconShapes } from "@/components/skills/icon-shapes";

type Card = {
  slug: string;
  name: string;
  description: string;
  price: string;
  by: string;
  /** The name of the marketplace. */
  marketplace: string;
  /** PNG of its developer's icon; null for the drawn one. */
  icon: Buffer | null;
};

const SIZE = { width: 1200, height: 630 };
/** The theme's light colours; the drawing library knows no OKLCH. */
const INK = "#1f1b15";
const MUTED = "#5f5a52";
const HUES: Record<number, string> = {
  20: "#bb6d6d",
  55: "#b47548",
  95: "#998538",
  150: "#579766",
  195: "#1d9999",
  240: "#478ebc",
  285: "#807dc0",
  330: "#a86fa3",
};
/** What the fonts can draw. For anything else the library would ask a foreign server. */
const DRAWABLE = /[^\u0020-\u007e\u00a0-\u017f\u0400-\u045f\u2013\u2014\u2018-\u201e\u2022\u2026]/gu;
const MAX_NAME_CHARS = 70;
const MAX_DESCRIPTION_CHARS = 150;

const font = (folder: string, file: string) =>
  readFileSync(join(process.cwd(), "node_modules", "geist", "dist", "fonts", folder, file));
let fonts: { name: string; data: Buffer; weight: 400 | 500 | 600 }[] | undefined;

function drawable(text: string, mostChars: number): string {
  const known = text.normalize("NFC").replace(DRAWABLE, "").replace(/\s+/g, " ").trim();
  return known.length > mostChars ? `${known.slice(0, mostChars).trimEnd()}…` : known;
}

const ICON = { width: 132, height: 132 };
const ICON_STYLE = { background: "#f5f3f0", borderRadius: 20 };

const pictured = (icon: Buffer) => (
  <img alt="" {...ICON} style={ICON_STYLE} src={`data:image/png;base64,${icon.toString("base64")}`} />
);
const drawn = (slug: string) => (
  <svg aria-hidden="true" {...ICON} viewBox="0 0 24 24" style={ICON_STYLE}>
    {iconShapes(slug).map((shape) => drawShape(shape, HUES[shape.hue] ?? INK))}
  </svg>
);

/** Draws a skill's card as a PNG, with our own fonts and without any request. */
export async function drawCard({
  slug,
  name,
  description,
  price,
  by,
  marketplace,
  icon,
}: Card): Promise<Uint8Array<ArrayBuffer>> {
  fonts ??= [
    { name: "Sans", data: font("geist-sans", "Geist-Regular.ttf"), weight: 400 },
    { name: "Sans", data: font("geist-sans", "Geist-SemiBold.ttf"), weight: 600 },
    { name: "Mono", data: font("geist-mono", "GeistMono-Medium.ttf"), weight: 500 },
  ];
  const site = drawable(marketplace, MAX_NAME_CHARS);
  const image = new ImageResponse(
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        width: "100%",
        height: "100%",
        padding: 72,
        background: "#fbfaf8",
        color: INK,
        fontFamily: "Sans",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", gap: 36 }}>
        {icon ? pictured(icon) : drawn(slug)}
        <div style={{ display: "flex", flexDirection: "column", flex: 1, gap: 8 }}>
          <div style={{ fontSize: 60, fontWeight: 600, lineHeight: 1.12, letterSpacing: -1.5 }}>
            {drawable(name, MAX_NAME_CHARS) || slug}
          </div>
          <div style={{ fontSize: 28, color: MUTED }}>{drawable(`by ${by}`, MAX_NAME_CHARS)}</div>
        </div>
      </div>
      <div style={{ display: "flex", flex: 1, marginTop: 48, fontSize: 36, lineHeight: 1.4, color: MUTED }}>
        {drawable(description, MAX_DESCRIPTION_CHARS)}
      </div>
      <div
        style={{
          display: "flex",
          justifyContent: "space-between",
          alignItems: "center",
          borderTop: "2px solid #e4e3df",
          paddingTop: 32,
          fontSize: 30,
        }}
      >
        <div style={{ fontFamily: "Mono", color: "#025959" }}>{price}</div>
        <div style={{ display: "flex", alignItems: "center", gap: 16, fontWeight: 600 }}>
          <div
            style={{
              display: "flex",
              width: 44,
              height: 44,
              borderRadius: 10,
              background: "#017272",
              color: "#fbfaf8",
              alignItems: "center",
              justifyContent: "center",
              fontSize: 26,
            }}
          >
            {site.slice(0, 1).toUpperCase()}
          </div>
          {site}
        </div>
      </div>
    </div>,
    { ...SIZE, fonts },
  );
  return new Uint8Array(await image.arrayBuffer());
}
