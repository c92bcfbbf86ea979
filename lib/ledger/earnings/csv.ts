/** What spreadsheets take for the beginning of a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]/;

/** A text as a cell of CSV (RFC 4180). What a spreadsheet would run as a formula becomes plain text by an apostrophe. */
export function csvText(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV from cells that are ready. */
export function csvLine(cells: string[]): string {
  return `${cells.join(",")}\r\n`;
}
