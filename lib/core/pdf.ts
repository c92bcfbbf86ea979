/** One line of a page: its text, and how large it is in points. */
export type PdfLine = { text: string; size?: number; isBold?: boolean };

/** A4 in points, its margin, and the height of a line as a multiple of its size. */
const [WIDTH, HEIGHT, MARGIN] = [595, 842, 56];
const LEADING = 1.6;
const DEFAULT_SIZE = 10;

/** A PDF of plain lines in Helvetica, on as many pages as they need. Letters beyond Latin-1 become question marks. */
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
  for (const { text, size = DEFAULT_SIZE, isBold = false } of lines) {
    y -= size * LEADING;
    if (y < MARGIN) {
      pages.push([]);
      y = HEIGHT - MARGIN - size * LEADING;
    }
    pages
      .at(-1)
      ?.push(`BT /F${isBold ? 2 : 1} ${size} Tf ${MARGIN} ${y.toFixed(1)} Td (${literal(text)}) Tj ET`);
  }
  return pages.map((page) => page.join("\n"));
}

/** A text as a string of PDF. */
function literal(text: string): string {
  return text.replace(/[^\x20-\x7e\xa0-\xff]/gu, "?").replace(/[\\()]/g, "\\$&");
}
