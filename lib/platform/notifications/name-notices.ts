import { notice, SLUG } from "@/lib/platform/notifications/notice-kind";

/** Notifications about claims of names. */
export const NAME_NOTICES = {
  name_claimed: notice<{ claimed: string; by: string; days: number }>({
    about: "Somebody claims a name of yours",
    sample: { claimed: "acme", by: "Acme Ltd", days: 14 },
    message: ({ claimed, by, days }) => ({
      title: `${by} claims the name ${claimed}`,
      lines: [
        `An administrator looks at the evidence within ${days} days. You will hear of the decision, and can appeal before anything changes.`,
      ],
      action: { label: "See the claim", path: "/console/names" },
    }),
  }),
  name_claim_decided: notice<{ claimed: string; by: string; outcome: string; reason: string; next: string }>({
    about: "A claim of a name was decided",
    sample: {
      claimed: "acme",
      by: "Acme Ltd",
      outcome: "was declined",
      reason: "The trademark is of another kind of goods.",
      next: "You can appeal within 14 days.",
    },
    message: ({ claimed, by, outcome, reason, next }) => ({
      title: `The claim of ${claimed} by ${by} ${outcome}`,
      lines: [...(reason ? [reason] : []), ...(next ? [next] : [])],
      action: { label: "See the claim", path: "/console/names" },
    }),
  }),
  slug_moved: notice<{ skill: string; slug: string; former: string }>({
    about: "A skill you use has another slug",
    sample: { ...SLUG, former: "text-stats" },
    message: ({ skill, slug, former }) => ({
      title: `${skill} is now called ${slug}`,
      lines: [
        `Another publisher got the name ${former}. Purchases, keys and saved skills follow; change the name where you call or install it.`,
      ],
      action: { label: "Open the skill", path: `/skills/${slug}` },
    }),
  }),
  name_claim_filed: notice<{ claimed: string; by: string }>({
    about: "To administrators: a name is claimed",
    sample: { claimed: "acme", by: "Acme Ltd" },
    message: ({ claimed, by }) => ({
      title: `${by} claims the name ${claimed}`,
      lines: [],
      action: { label: "Open the claims", path: "/admin/names" },
    }),
  }),
};
