import { z } from "zod";
import { parsePeriod } from "@/lib/platform/core/instant";

const FORM = { error: "must be an ISO 8601 date or time, such as 2026-11-20 or 2026-11-20T10:00:00Z" };

const instant = (example: string, description: string) =>
  z
    .string()
    .refine((text) => parsePeriod(text) !== null, FORM)
    .meta({ description, example });

export const SPAN_FIELDS = {
  start_date: instant("2026-11-01", "ISO 8601, inclusive.").optional(),
  end_date: instant("2026-11-30", "ISO 8601, exclusive; a bare date means the whole UTC day.").optional(),
};
type Range = { start_date?: string | undefined; end_date?: string | undefined };

const periodOf = (text: string | undefined) => (text === undefined ? null : parsePeriod(text));

/** The span of a query: `from` inclusive, `until` exclusive, null when open. */
export function spanOf({ start_date, end_date }: Range): { from: Date | null; until: Date | null } {
  return { from: periodOf(start_date)?.from ?? null, until: periodOf(end_date)?.until ?? null };
}

/** Whether a span does not end before it begins; what begins with the day after a bare date begins after that day. */
export const isInOrder = (query: Range) => {
  const from = periodOf(query.start_date)?.from;
  const end = periodOf(query.end_date);
  if (!from || !end) return true;
  const isBareDate = end.from < end.until;
  return isBareDate ? from < end.until : from <= end.until;
};
/** What is wrong with a span that is not in order. */
export const SPAN_ORDER = { error: "start_date must not be after end_date", path: ["start_date"] };
