import { z } from "zod";
import { Id, Time } from "@/lib/core/fields";
import { Credits } from "@/lib/core/money";
import { pageOf, pageQuery } from "@/lib/core/page";

const DEFAULT_PAGE_SIZE = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?$/;
const MAX_SLUG_CHARS = 200;
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

const range = {
  start_date: instant("2026-11-01", "ISO 8601, inclusive.").optional(),
  end_date: instant("2026-11-30", "ISO 8601, exclusive; a bare date means the whole UTC day.").optional(),
  skill: z
    .string()
    .min(1)
    .max(MAX_SLUG_CHARS)
    .optional()
    .meta({ description: "Slug of a skill.", example: "text-statistics" }),
};
type Range = { start_date?: string | undefined; end_date?: string | undefined };

/** The span of a query: `from` inclusive, `until` exclusive, null when open. */
export function spanOf({ start_date, end_date }: Range): { from: Date | null; until: Date | null } {
  const from = start_date === undefined ? null : parseInstant(start_date);
  const end = end_date === undefined ? null : parseInstant(end_date);
  const isWholeDay = end_date !== undefined && BARE_DATE.test(end_date);
  return { from, until: end && isWholeDay ? new Date(end.getTime() + DAY_MS) : end };
}

const inOrder = (query: Range) => {
  const { from, until } = spanOf(query);
  return !from || !until || from <= until;
};
const order = { error: "start_date must not be after end_date", path: ["start_date"] };

export const UsageQuery = z.object({ ...pageQuery(DEFAULT_PAGE_SIZE), ...range }).refine(inOrder, order);
export type UsageQuery = z.output<typeof UsageQuery>;
export const SummaryQuery = z.object(range).refine(inOrder, order);
export type SummaryQuery = z.output<typeof SummaryQuery>;

export const UsageRecord = z
  .object({
    id: Id,
    skill: z.string().meta({ description: "Slug.", example: "text-statistics" }),
    kind: z.enum(["execute", "download"]),
    status: z.enum(["succeeded", "failed"]),
    cost: Credits,
    free: z.boolean().meta({ description: "Whether a free call was used." }),
    error_code: z.string().nullable(),
    duration_ms: z.number().int(),
    key_prefix: z.string().nullable(),
    created_at: Time,
  })
  .meta({ id: "UsageRecord" });
export type UsageRecord = z.input<typeof UsageRecord>;
export const UsageList = pageOf(UsageRecord).meta({ id: "UsageList" });

export const UsageDay = z
  .object({
    date: z.string().meta({ description: "A UTC day.", example: "2026-11-20" }),
    skill: z.string().meta({ example: "text-statistics" }),
    calls: z.number().int(),
    failed: z.number().int(),
    cost: Credits,
  })
  .meta({ id: "UsageDay" });
export const UsageSummary = z
  .object({
    data: z.array(UsageDay),
    totals: z.object({ calls: z.number().int(), failed: z.number().int(), cost: Credits }),
    start_date: Time,
    end_date: Time,
  })
  .meta({ id: "UsageSummary" });
