/**
 * Gives price changes that were recorded as a sentence their columns. What cannot be read stays a sentence.
 * Can go, with its job, once every database has run it.
 */
import { prisma } from "@/lib/platform/core/db";
import { Prisma } from "@/lib/platform/core/generated/client";
import { priceToMicros } from "@/lib/platform/core/money";
import { termsText } from "@/lib/supply/publishing/terms-text";
import { toNextTerms } from "@/lib/supply/skills/price-change";
import { Interval } from "@/lib/supply/skills/schemas";
import type { Terms } from "@/lib/supply/skills/terms";

const BATCH = 500;
const STEP = /^(?<before>.+) \u2192 (?<after>.+?)(?:, announced for (?<date>\d{4}-\d\d-\d\d))?$/;
const PRICE = /^\$(?<amount>[\d,.]+) per (?<unit>\w+)(?:, first (?<free>one|[\d,]+) free)?$/;

/** Fills the columns of former price changes. Returns of how many. */
export async function fillFormerPrices(): Promise<number> {
  let filled = 0;
  for (let after = "", isLast = false; !isLast; ) {
    const events = await prisma().reviewEvent.findMany({
      where: {
        action: "reprice",
        termsAfter: { equals: Prisma.DbNull },
        ...(after && { id: { gt: after } }),
      },
      orderBy: { id: "asc" },
      take: BATCH,
      select: { id: true, reason: true },
    });
    for (const { id, reason } of events) {
      const step = stepOf(reason ?? "");
      if (step) filled += (await prisma().reviewEvent.updateMany({ where: { id }, data: step })).count;
    }
    isLast = events.length < BATCH;
    after = events.at(-1)?.id ?? "";
  }
  return filled;
}

function stepOf(sentence: string) {
  const { before = "", after = "", date } = STEP.exec(sentence)?.groups ?? {};
  const [old, next] = [termsOf(before), termsOf(after)];
  if (!old || !next) return null;
  return {
    termsBefore: toNextTerms(old),
    termsAfter: toNextTerms(next),
    appliesAt: date ? new Date(date) : null,
    reason: null,
  };
}

/** The terms that a text says; null unless they give this very text again. */
function termsOf(text: string): Terms | null {
  const { amount, unit = "", free = "0" } = PRICE.exec(text)?.groups ?? {};
  const micros = amount ? priceToMicros(Number(amount.replaceAll(",", ""))) : text === "Free" ? 0n : null;
  const interval = Interval.safeParse(unit).data ?? null;
  const terms: Terms = {
    pricingType: interval ? "subscription" : "usage",
    priceMicros: interval && micros,
    subscriptionInterval: interval,
    pricePerCallMicros: interval ? null : micros,
    freeCalls: free === "one" ? 1 : Number(free.replaceAll(",", "")),
    operationPrices: {},
    units: [],
    operationUnits: {},
    trialDays: 0,
    plans: [],
  };
  return termsText(terms) === text ? terms : null;
}
