import { z } from "zod";

const DAY_MS = 24 * 60 * 60 * 1000;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/;
const FORM = { error: "must be an ISO 8601 date or time, such as 2026-11-20 or 2026-11-20T10:00:00Z" };

/** Reads an ISO 8601 text; one without an offset is UTC. Returns null for a day that does not exist. */
function parseInstant(text: string): Date | null {
  const isDate = BARE_DATE.test(text);
  if (!isDate && !INSTANT.test(text)) return null;
  const hasOffset = /(?:Z|[+-]\d{2}:\d{2})$/.test(text);
  const parsed = new Date(isDate || hasOffset ? text : `${text}Z`);
  if (Number.isNaN(parsed.getTime())) return null;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return day.toISOString().startsWith(text.slice(0, 10)) ? parsed : null;
}

const instant = (example: string, description: string) =>
  z
    .string()
    .refine((text) => parseInstant(text) !== null, FORM)
    .meta({ description, example });

/** The query parameters of a span of time. */
export const SPAN_FIELDS = {
  start_date: instant("2026-11-01", "ISO 8601, inclusive.").optional(),
  end_date: instant("2026-11-30", "ISO 8601, exclusive; a bare date means the whole UTC day.").optional(),
};
type Range = { start_date?: string | undefined; end_date?: string | undefined };

const isBareDate = (text: string | undefined) => text !== undefined && BARE_DATE.test(text);

/** The span of a query: `from` inclusive, `until` exclusive, null when open. */
export function spanOf({ start_date, end_date }: Range): { from: Date | null; until: Date | null } {
  const from = start_date === undefined ? null : parseInstant(start_date);
  const end = end_date === undefined ? null : parseInstant(end_date);
  return { from, until: end && isBareDate(end_date) ? new Date(end.getTime() + DAY_MS) : end };
}

/** Whether a span does not end before it begins; what begins with the day after a bare date begins after that day. */
export const isInOrder = (query: Range) => {
  const { from, until } = spanOf(query);
  if (!from || !until) return true;
  return isBareDate(query.end_date) ? from < until : from <= until;
};
/** What is wrong with a span that is not in order. */
export const SPAN_ORDER = { error: "start_date must not be after end_date", path: ["start_date"] };
