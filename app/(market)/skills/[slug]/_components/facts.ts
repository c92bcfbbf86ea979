import type * as detail from "@/lib/demand/purchases/skill-detail";
import { env } from "@/lib/platform/core/env";

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
    offers: { "@type": "Offer", price: skill.price ?? skill.price_per_call ?? 0, priceCurrency: "USD" },
    ...(skill.rating.average !== null && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: skill.rating.average,
        reviewCount: skill.rating.count,
      },
    }),
  };
}
