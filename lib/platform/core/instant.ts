// The separators are optional, but the same throughout: the extended and the basic form of ISO 8601.
const DATE = /^(\d{4})(?:(-?)(\d{2})(?:\2(\d{2}))?)?$/;
const TIME = /^(\d{2})(?:(:?)(\d{2})(?:\2(\d{2})(?:[.,](\d{1,9}))?)?)?(?:Z|([+ -])(\d{2}):?(\d{2})?)?$/i;

/** A period of time: `from` inclusive, `until` exclusive. They are the same for an instant. */
export type Period = { from: Date; until: Date };

/**
 * Reads an ISO 8601 calendar date, alone or with a time: `2026-11-22`, `20261122`, `2026-11`, `2026-11-22T10:00+02:00`,
 * `20261122T080000Z`. A date without a time is the whole UTC day, month or year; a time without an offset is UTC. A `+`
 * that was not escaped in a query arrives as a space, and counts as a plus.
 * Returns null for any other text, and for a day or a time that does not exist.
 */
export function parsePeriod(text: string): Period | null {
  const [dateText = "", timeText, ...rest] = text.split(/t/i);
  const [matched, year, separator, month = "01", day] = DATE.exec(dateText) ?? [];
  const isYearAndMonth = matched?.length === "202611".length && separator === "";
  if (!matched || isYearAndMonth || rest.length > 0) return null;
  const from = new Date(`${year}-${month}-${day ?? "01"}T00:00Z`);
  // JavaScript reads the 30th of February as the 1st of March.
  if (Number.isNaN(from.getTime()) || from.getUTCMonth() !== Number(month) - 1) return null;
  if (timeText === undefined) return { from, until: endOf(from, separator === undefined, day === undefined) };
  const instant = day === undefined ? null : instantOf(`${year}-${month}-${day}`, timeText);
  return instant && { from: instant, until: instant };
}

function endOf(from: Date, isYear: boolean, isMonth: boolean): Date {
  const end = new Date(from);
  if (isYear) end.setUTCFullYear(from.getUTCFullYear() + 1);
  else if (isMonth) end.setUTCMonth(from.getUTCMonth() + 1);
  else end.setUTCDate(from.getUTCDate() + 1);
  return end;
}

function instantOf(day: string, text: string): Date | null {
  const time = TIME.exec(text);
  if (!time) return null;
  const [, hour, , minute = "00", second = "00", fraction = "0", sign, hours, minutes = "00"] = time;
  const offset = sign ? `${sign === "-" ? "-" : "+"}${hours}:${minutes}` : "Z";
  const instant = new Date(`${day}T${hour}:${minute}:${second}.${fraction}${offset}`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}
