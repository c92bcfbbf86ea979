import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SCREENSHOTS } from "@/tests/e2e/screenshots";

type Shot = { file: string; theme: string; width: string };

const STYLE = `body{font:14px system-ui;margin:24px;background:#ddd}h2{font-size:14px;margin:32px 0 8px}
section{display:flex;gap:12px;overflow-x:auto;align-items:flex-start}figure{margin:0;flex:none}
figcaption{font-size:12px;color:#333}img{display:block;max-height:480px;border:1px solid #999}`;

const NAME = /^(?<label>.+)-(?<theme>light|dark)-(?<width>\d+)\.png$/;

/** Writes one page with every picture of the pages, by page, theme and width. Returns its path; null without pictures. */
export function writeContactSheet(folder = SCREENSHOTS): string | null {
  const pages = new Map<string, Shot[]>();
  for (const file of existsSync(folder) ? readdirSync(folder).toSorted() : []) {
    const { label, theme, width } = NAME.exec(file)?.groups ?? {};
    if (!label || !theme || !width) continue;
    pages.set(label, [...(pages.get(label) ?? []), { file, theme, width }]);
  }
  if (pages.size === 0) return null;
  const sections = [...pages].map(
    ([label, shots]) => `<h2 id="${label}">${label}</h2><section>${shots.map(figure).join("")}</section>`,
  );
  const path = join(folder, "index.html");
  writeFileSync(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>${STYLE}</style><h1>${pages.size} pages</h1>${sections.join("")}</html>`,
  );
  return path;
}

const figure = ({ file, theme, width }: Shot) =>
  `<figure><a href="${file}"><img loading="lazy" src="${file}" alt=""></a><figcaption>${theme}, ${width} px</figcaption></figure>`;
