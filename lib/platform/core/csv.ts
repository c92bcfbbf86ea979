import { streamOf } from "@/lib/platform/core/stream";

/** Columns of a CSV file: each a title and the value of a row. */
export type CsvColumns<Row> = [title: string, cell: (row: Row) => string | number | boolean | null][];

/** Rows per query, and most rows of one file. */
const PART_ROWS = 100;
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

/** Reads the rows of a listing that come after one, or its first ones. */
export type ReadAfter<Row> = (after: Row | null, limit: number) => Promise<Row[]>;

/** A listing in parts, each after the last row of the one before, so that new rows shift nothing. */
export async function* inParts<Row>(read: ReadAfter<Row>): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last ?? null, PART_ROWS);
    yield rows;
    last = rows.length === PART_ROWS ? rows.at(-1) : undefined;
  } while (last !== undefined);
}

/**
 * A CSV file (RFC 4180, UTF-8) of rows that come in parts, at most 10,000 rows. A user's text never becomes a formula.
 */
export function csvFile<Row>(
  name: string,
  columns: CsvColumns<Row>,
  parts: AsyncIterable<Row[]> | Iterable<Row[]>,
): Response {
  async function* lines() {
    yield csvLine(columns.map(([title]) => title));
    let left = MAX_CSV_ROWS;
    for await (const rows of parts) {
      yield rows
        .slice(0, left)
        .map((row) => csvLine(columns.map(([, cell]) => cell(row))))
        .join("");
      left -= rows.length;
      if (left <= 0) return;
    }
  }
  return csvOf(name, lines());
}

/** A streamed CSV answer; its lines are read while they are sent. */
export function csvOf(name: string, lines: AsyncGenerator<string>): Response {
  return new Response(streamOf(lines), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
      "Cache-Control": "no-store",
    },
  });
}
