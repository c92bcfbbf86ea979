/** Columns of a table for a spreadsheet: each a title and what stands there in a row. */
export type CsvColumns<Row> = [title: string, cell: (row: Row) => string | number | boolean | null][];

/** Rows asked for at once, and most rows of one file. */
const PAGE_ROWS = 100;
export const MAX_CSV_ROWS = 10_000;

/** Signs with which a spreadsheet would begin a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function csvCell(value: string | number | boolean | null): string {
  if (typeof value !== "string") return value === null ? "" : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a CSV file; a text that a spreadsheet would run as a formula is quoted. */
export const csvLine = (cells: (string | number | boolean | null)[]) => `${cells.map(csvCell).join(",")}\r\n`;

/**
 * A CSV file (RFC 4180, UTF-8) of a listing that is read page by page, at most 10,000 rows. A stranger's text never
 * becomes a formula.
 */
export function csvFile<Row>(
  name: string,
  columns: CsvColumns<Row>,
  read: (page: { limit: number; offset: number }) => Promise<{ data: Row[]; has_more: boolean }>,
): Response {
  async function* lines() {
    yield csvLine(columns.map(([title]) => title));
    for (let offset = 0; offset < MAX_CSV_ROWS; offset += PAGE_ROWS) {
      const { data, has_more } = await read({ limit: PAGE_ROWS, offset });
      yield data.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
      if (!has_more) return;
    }
  }
  const text = new TextEncoder();
  const source = lines();
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const { value, done } = await source.next();
      if (done) controller.close();
      else controller.enqueue(text.encode(value));
    },
    cancel: async () => {
      await source.return();
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
