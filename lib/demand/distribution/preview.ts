/** A skill's newest revision as its buyers will see it. */

import { contentsOf } from "@/lib/demand/distribution/contents";
import type { PackageContents } from "@/lib/demand/distribution/schemas";
import * as detail from "@/lib/demand/purchases/skill-detail";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { priceToMicros } from "@/lib/platform/core/money";
import { provenOf } from "@/lib/supply/catalog/domains";
import * as packages from "@/lib/supply/packages/service";
import { operationPricesOf, operationUnitsOf } from "@/lib/supply/publishing/content";
import * as publishing from "@/lib/supply/publishing/service";
import { DETAIL_FIELDS, LIST_FIELDS, pick } from "@/lib/supply/skills/content-fields";
import { toTools } from "@/lib/supply/skills/operations";
import { mostOf } from "@/lib/supply/skills/price-text";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";
import { NO_TRUST } from "@/lib/supply/skills/trust-schemas";
import { unitTermsOf } from "@/lib/supply/skills/units";

type Shown = Awaited<ReturnType<typeof detail.read>>;
/** The newest revision as somebody sees it who has never used the skill. */
export type Preview = { id: string; revision: number; skill: Shown; contents: PackageContents | null };

/** The newest revision of one of the caller's skills, with the figures that the skill has on the marketplace. */
export async function preview(caller: Caller, slug: string): Promise<Preview> {
  const found = await prisma().skill.findUnique({
    where: { slug, ownerId: caller.accountId },
    select: { id: true, owner: { select: { id: true, name: true, handle: true, verifiedAt: true } } },
  });
  if (!found) throw notFound();
  const [owned, live] = [await publishing.get(caller, found.id), await liveOrNull(caller, slug)];
  const { id, name, handle, verifiedAt } = found.owner;
  const [domain = null] = await provenOf(id);
  const developer = { id, name, handle, verified: verifiedAt !== null, domain };
  const skill = { ...NO_FIGURES, ...(live && pick(live, FIGURES)), ...shownOf(owned), developer };
  const manifest = skill.package && (await packages.findManifest(slug, skill.package.sha256));
  const contents = manifest && skill.execution_type !== "api" ? await contentsOf(skill, manifest) : null;
  return { id: found.id, revision: owned.revision, skill, contents };
}

const FIGURES = ["rating", "trust", "purchase_count", "call_count"] as const;
const NO_FIGURES = {
  rating: { average: null, count: 0, histogram: [0, 0, 0, 0, 0] },
  trust: NO_TRUST,
  purchase_count: 0,
  call_count: 0,
};

async function liveOrNull(caller: Caller, slug: string): Promise<Shown | null> {
  return detail.read(caller, slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}

/** A revision with its terms as the marketplace shows them: those of the other pricing type are left out. */
function shownOf(owned: OwnedSkill) {
  const isUsage = owned.pricing_type === "usage";
  const price = isUsage ? null : (owned.price ?? 0);
  const pricePerCall = isUsage ? (owned.price_per_call ?? 0) : null;
  const freeCalls = isUsage ? owned.free_calls : 0;
  const updatedAt = new Date(owned.updated_at);
  const tools = toTools({
    ...pick(owned, ["slug", "pricing_type", "operations"]),
    price_per_call_micros: String(priceToMicros(owned.price_per_call ?? 0)),
    operation_prices: operationPricesOf(owned.operation_prices),
    units: unitTermsOf(owned.units),
    operation_units: operationUnitsOf(owned.operation_units),
  });
  const units = isUsage ? owned.units : [];
  const isFree = pricePerCall === 0 && units.length === 0;
  const reason = !isUsage ? "none" : freeCalls > 0 ? "free_calls" : isFree ? "free" : "pay_per_call";
  return {
    tools,
    id: owned.id,
    slug: owned.slug,
    ...pick(owned, LIST_FIELDS),
    ...pick(owned, DETAIL_FIELDS),
    pricing_type: owned.pricing_type,
    price,
    price_per_call: pricePerCall,
    subscription_interval: isUsage ? null : (owned.subscription_interval ?? "month"),
    free_calls: freeCalls,
    units,
    trial_days: isUsage ? 0 : owned.trial_days,
    plans: owned.plans,
    price_change: owned.price_change,
    version: owned.revision,
    listed: true,
    visibility: owned.visibility,
    package: owned.package,
    created_at: new Date(owned.created_at),
    updated_at: updatedAt,
    published_at: updatedAt,
    access: {
      owned: false,
      reason: reason as Shown["access"]["reason"],
      purchase: null,
      trial: !isUsage && owned.trial_days > 0 && price ? ("available" as const) : null,
      free_calls_left: isUsage ? freeCalls : null,
      included_calls_left: null,
      included_units_left: null,
      max_cost: isUsage ? (freeCalls > 0 ? 0 : mostOf({ price_per_call: pricePerCall, units })) : null,
    },
  };
}
