import type * as detail from "@/lib/demand/purchases/skill-detail";
import { env } from "@/lib/platform/core/env";
import { durationOf } from "@/lib/supply/skills/intervals";
import { oneOf } from "@/lib/supply/skills/unit-names";

/** A skill as its page knows it. */
export type PageSkill = Awaited<ReturnType<typeof detail.read>>;

/** A skill as schema.org describes software: what it is, who made it, what it costs, how it is rated. */
export function skillFacts(skill: PageSkill): object {
  return {
    "@type": "SoftwareApplication",
    name: skill.name,
    description: skill.description,
    url: `${env().PUBLIC_URL}/skills/${skill.slug}`,
    applicationCategory: skill.category,
    operatingSystem: "Any",
    author: { "@type": "Person", name: skill.developer.name },
    datePublished: skill.published_at,
    dateModified: skill.updated_at,
    offers: offersOf(skill),
    ...(skill.rating.average !== null && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: skill.rating.average,
        reviewCount: skill.rating.count,
      },
    }),
  };
}

const CURRENCY = { priceCurrency: "USD" };

/** What it costs: an offer for each plan; else the price of a call, with that of each unit. */
function offersOf({ pricing_type, plans, price, price_per_call, units }: PageSkill): object {
  const offer = { "@type": "Offer", price: price ?? price_per_call ?? 0, ...CURRENCY };
  const specified = (amount: number, terms: object) => ({
    "@type": "UnitPriceSpecification",
    price: amount,
    ...CURRENCY,
    ...terms,
  });
  if (pricing_type === "subscription" && plans.length > 0)
    return plans.map((plan) => ({
      ...offer,
      name: plan.name,
      price: plan.price,
      priceSpecification: specified(plan.price, { billingDuration: durationOf(plan.interval) }),
    }));
  if (units.length === 0) return offer;
  return {
    ...offer,
    priceSpecification: [
      specified(price_per_call ?? 0, { unitText: "call" }),
      ...units.map((unit) => specified(unit.price, { unitText: oneOf(unit.name) })),
    ],
  };
}
