/** One line of a page: its text, and how large it is in points. */
export type PdfLine = { text: string; size?: number; isBold?: boolean };

/** A4 in points, its margin, and the height of a line as a multiple of its size. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56];
const LEADING = 1.6;
const DEFAULT_SIZE = 10;
/** Widths of the characters from space to `~` in Helvetica, in thousandths of the size; of all others, the widest letter's. */
const WIDTHS =
  "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
    .split(" ")
    .map(Number);
const WIDEST = 1_000;
const BOLD = 1.1;
/** Characters of WinAnsi between 0x80 and 0x9f, with `?` where it has none. */
const WIN_ANSI = "€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ";

/**
 * A PDF of plain lines in Helvetica, on as many pages as they need; lines that are too long are continued. Letters that the font
 * lacks lose their accents, or become question marks.
 */
export function textPdf(lines: PdfLine[]): Uint8Array<ArrayBuffer> {
  const pages = paged(lines);
  const kids = pages.map((_, at) => `${5 + at * 2} 0 R`).join(" ");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((content, at) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${6 + at * 2} 0 R ` +
        "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>",
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  // Every character is one byte, so that lengths and offsets are those of the text.
  return new Uint8Array(Buffer.from(text + table + trailer, "latin1"));
}

/** The drawing instructions of each page. */
function paged(lines: PdfLine[]): string[] {
  const pages: string[][] = [[]];
  let y = HEIGHT - MARGIN;
  for (const { text, size = DEFAULT_SIZE, isBold = false } of lines)
    for (const part of wrapped(encoded(text), size * (isBold ? BOLD : 1))) {
      y -= size * LEADING;
      if (y < MARGIN) {
        pages.push([]);
        y = HEIGHT - MARGIN - size * LEADING;
      }
      pages
        .at(-1)
        ?.push(`BT /F${isBold ? 2 : 1} ${size} Tf ${MARGIN} ${y.toFixed(1)} Td (${literal(part)}) Tj ET`);
    }
  return pages.map((page) => page.join("\n"));
}

/** A line in parts that fit between the margins, broken at spaces where there are some. */
function wrapped(text: string, size: number): string[] {
  const most = ((WIDTH - 2 * MARGIN) * 1_000) / size;
  const parts: string[] = [];
  let [start, space, width] = [0, -1, 0];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === " ") space = at;
    width += widthOf(text, at);
    if (width <= most) continue;
    const end = space > start ? space : at;
    parts.push(text.slice(start, end));
    start = space > start ? space + 1 : at;
    at = start - 1;
    [space, width] = [-1, 0];
  }
  return [...parts, text.slice(start)];
}

const widthOf = (text: string, at: number) => WIDTHS[text.charCodeAt(at) - 0x20] ?? WIDEST;

/** A text in the encoding of the fonts, one byte per character. */
function encoded(text: string): string {
  const own = (character: string) => {
    const at = character === "?" ? -1 : WIN_ANSI.indexOf(character);
    return at < 0 ? character : String.fromCharCode(0x80 + at);
  };
  return [...text.normalize("NFC")]
    .map((character) => {
      if (/[\x20-\x7e\xa0-\xff]/.test(character)) return character;
      const plain = own(character);
      return plain === character ? character.normalize("NFKD").replace(/[^\x20-\x7e]/g, "") || "?" : plain;
    })
    .join("");
}

/** An encoded text as a string of PDF. */
function literal(text: string): string {
  return text.replace(/[\\()]/g, "\\$&");
}
