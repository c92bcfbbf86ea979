import { notice, SKILL, SLUG } from "@/lib/platform/notifications/notice-kind";

/** Notifications about claims of names. They name no account: what its name is stays in no table when it is closed. */
export const NAME_NOTICES = {
  name_claimed: notice<{ claimed: string; days: number }>({
    about: "Somebody claims a name of yours",
    sample: { claimed: "acme", days: 14 },
    message: ({ claimed, days }) => ({
      title: `Your name ${claimed} is claimed`,
      lines: [
        `An administrator looks at the evidence within ${days} days. You will hear of the decision, and can appeal before anything changes.`,
      ],
      action: { label: "See the claim", path: "/console/names" },
    }),
  }),
  name_claim_appealed: notice<{ claimed: string; days: number }>({
    about: "The other side appealed against the decision on a claim",
    sample: { claimed: "acme", days: 14 },
    message: ({ claimed, days }) => ({
      title: `The decision on the name ${claimed} was appealed`,
      lines: [`The other side says why it is wrong. Another administrator decides within ${days} days.`],
      action: { label: "See the claim", path: "/console/names" },
    }),
  }),
  name_claim_decided: notice<{ claimed: string; outcome: string; reason: string; next: string }>({
    about: "A claim of a name was decided",
    sample: {
      claimed: "acme",
      outcome: "was declined",
      reason: "The trademark is of another kind of goods.",
      next: "You can appeal within 14 days.",
    },
    message: ({ claimed, outcome, reason, next }) => ({
      title: `The claim of the name ${claimed} ${outcome}`,
      lines: [...(reason ? [reason] : []), ...(next ? [next] : [])],
      action: { label: "See the claim", path: "/console/names" },
    }),
  }),
  names_questioned: notice<{ skill: string | null; skillId: string | null; reasons: string[] }>({
    about: "A later check found something in the names of a listed skill, or in its publisher's",
    sample: {
      ...SKILL,
      reasons: ["Name: Uses the name of github, and its publisher has not verified github.com."],
    },
    message: ({ skill, skillId, reasons }) => ({
      title: `An administrator will check ${skill === null ? "your publisher's name" : `the names of ${skill}`}`,
      lines: [
        "Names on the marketplace are checked again every week. Found since the approval:",
        ...reasons,
        "Nothing changes until an administrator has decided. If the name is yours, verify its domain or claim it.",
      ],
      action:
        skillId === null
          ? { label: "Open your profile", path: "/console/profile" }
          : { label: "Open the skill", path: `/console/${skillId}` },
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
  name_claim_filed: notice<{ claimed: string }>({
    about: "To administrators: a name is claimed",
    sample: { claimed: "acme" },
    message: ({ claimed }) => ({
      title: `A claim of the name ${claimed} waits for a decision`,
      lines: [],
      action: { label: "Open the claims", path: "/admin/names" },
    }),
  }),
};
