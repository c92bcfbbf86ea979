import { AppError } from "@/lib/platform/core/errors";
import { threadQueue } from "@/lib/platform/core/thread";
import { heavyRead } from "@/lib/platform/ratelimit/heavy-reads";

/** A part of a page: a component of @react-pdf/renderer by name, its properties, and what is in it. */
export type PdfNode = {
  type: "Page" | "View" | "Text" | "Image";
  props?: Record<string, unknown>;
  children?: (PdfNode | string)[];
};

/** Fonts beside Noto Sans, which has Latin, Greek and Cyrillic: loaded only where a document has their script. */
const FONTS: Record<string, { script: RegExp; file: string }> = {
  Arabic: { script: /\p{Script=Arabic}/u, file: "fonts-arabic/fonts/NotoNaskhArabic-Regular.ttf" },
  Hebrew: { script: /\p{Script=Hebrew}/u, file: "fonts-hebrew/fonts/NotoSansHebrew-Regular.ttf" },
  Japanese: {
    script: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
    file: "fonts-jp/fonts/NotoSansJP-Regular.otf",
  },
  Chinese: { script: /\p{Script=Han}/u, file: "fonts-sc/fonts/NotoSansHans-Regular.otf" },
  Korean: { script: /\p{Script=Hangul}/u, file: "fonts-kr/fonts/NotoSansKR-Regular.otf" },
};
const LATIN = ["NotoSans-Regular.ttf", "NotoSans-Bold.ttf"].map((name) => `fonts-latin/fonts/${name}`);
/** A character that no font has is shown as an empty box. */
const UNKNOWN =
  /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]|(?![\d#*\u00a9\u00ae\u2122])\p{Emoji}|[\p{Co}\p{Cn}]/gu;
/** Runs of characters without a space that are longer than most names, with Chinese or Japanese in them. */
const UNSPACED = /(?=\S*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\S{12,}/gu;
const WORDS = new Intl.Segmenter("ja", { granularity: "word" });
/** The renderer breaks a line without a hyphen at any white space; this one has no width. */
const BREAK = "\uFEFF";
/** Processor time of one document, which takes a second or two. */
const LIMIT_MS = 30_000;
const MAX_HEAP_MB = 512;
/** The renderer takes a second to load: it stays for the next document of somebody who downloads several. */
const IDLE_MS = 10_000;

const render = threadQueue<{ pages: PdfNode[]; fonts: Record<string, string[]> }, Uint8Array>({
  limitMs: LIMIT_MS,
  maxHeapMb: MAX_HEAP_MB,
  idleMs: IDLE_MS,
  text: `
    const React = require("react");
    const pdf = await import("@react-pdf/renderer");
    const fontAt = (file) => require("node:path").resolve("node_modules/@embedpdf", file);
    const known = (globalThis.knownFonts ??= new Set());
    for (const [family, [regular, bold]] of Object.entries(input.fonts))
      if (!known.has(family) && known.add(family))
        pdf.Font.register({ family, fonts: [{ src: fontAt(regular) }, { src: fontAt(bold), fontWeight: 700 }] });
    pdf.Font.registerHyphenationCallback((word) => word.split(/(\\uFEFF)/));
    const fontFamily = Object.keys(input.fonts);
    const element = (node, key) => typeof node === "string" ? node : React.createElement(pdf[node.type],
      { key, ...node.props, style: { ...(node.type === "Page" && { fontFamily }), ...node.props?.style } },
      ...(node.children ?? []).map(element));
    return new Uint8Array(await pdf.renderToBuffer(React.createElement(pdf.Document, null, input.pages.map(element))));`,
});

/**
 * A PDF of pages, with embedded fonts for Latin, Greek, Cyrillic, Arabic, Hebrew, Chinese, Japanese and Korean, made in
 * its own thread.
 */
export async function pdfOf(pages: PdfNode[], accountId: string): Promise<Uint8Array<ArrayBuffer>> {
  const shown = pages.map(readable);
  const texts = JSON.stringify(shown);
  const fonts = Object.entries(FONTS).filter(([, { script }]) => script.test(texts));
  const input = {
    pages: shown,
    fonts: { Latin: LATIN, ...Object.fromEntries(fonts.map(([family, { file }]) => [family, [file, file]])) },
  };
  const { value } = await heavyRead(accountId, () => render(input));
  if (!value) throw new AppError("internal", "The PDF could not be made. Try again.");
  return new Uint8Array(value);
}

/** Text with a break before each of its words, never before punctuation. */
const breakable = (text: string) =>
  [...WORDS.segment(text)]
    .map(({ segment, isWordLike, index }) => (index > 0 && isWordLike ? BREAK : "") + segment)
    .join("");

function readable({ children, ...node }: PdfNode): PdfNode {
  const inside = children?.map((child) =>
    typeof child === "string"
      ? child.normalize("NFC").replace(UNKNOWN, "□").replace(UNSPACED, breakable)
      : readable(child),
  );
  return { ...node, ...(inside && { children: inside }) };
}

/** The answer that downloads a PDF. */
export function pdfFile(name: string, bytes: Uint8Array<ArrayBuffer>): Response {
  return new Response(bytes, {
    headers: {
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="${name}.pdf"`,
      "cache-control": "no-store",
    },
  });
}
