import { buyerNotice, notice, SLUG } from "@/lib/platform/notifications/notice-kind";
import { PURCHASE_NOTICES } from "@/lib/platform/notifications/purchase-notices";

type SkillAsked = { skill: string; slug: string; handle: string };
type SkillDecided = { skill: string; slug: string; allowed: boolean; reason: string };

type Breaking = {
  skill: string;
  slug: string;
  version: number;
  changes: string[];
  more: number;
  /** The version before, and the day until which it can be called. */
  before?: number;
  until?: string;
};

const OUTCOMES = {
  dismissed: "We reviewed it and found nothing that breaks our rules.",
  warned: "We have asked its developer to change it.",
  suspended: "We've taken it off the marketplace.",
};

/** What was found of a skill that the account has; texts are the publisher's of the advisory. */
type Found = {
  advisory: string;
  kind: "yank" | "vulnerability" | "malware";
  by?: "seller" | "marketplace";
  skill: string;
  slug: string;
  severity: string;
  summary: string;
  action: string;
  versions: string[];
  digests: string[];
  /** The version that mends it. */
  fixed: string | null;
  withdrawn: boolean;
};

const FOUND_TITLES: Record<Found["kind"], (skill: string) => string> = {
  yank: (skill) => `A version of ${skill} was yanked: check your copy`,
  vulnerability: (skill) => `Security advisory for ${skill}`,
  malware: (skill) => `${skill} was recalled as malware: delete your copies`,
};

/** About skills that the account has bought, uses or reported. */
export const SKILL_NOTICES = {
  ...PURCHASE_NOTICES,
  price_rise: buyerNotice<{ skill: string; slug: string; before: string; after: string; date: string }>(
    "Price increases",
    {
      about: "A skill in use will cost more",
      sample: { ...SLUG, before: "$0.01 per call", after: "$0.02 per call", date: "2026-12-01" },
      message: ({ skill, slug, before, after, date }) => ({
        title: `${skill} will cost more from ${date}`,
        lines: [`It costs ${before} now, and ${after} from ${date}. A subscription that you have keeps its price.`],
        action: { label: "View the skill", path: `/skills/${slug}` },
      }),
    },
  ),
  new_version: buyerNotice<{ skill: string; slug: string; version: number }>("New versions", {
    about: "A skill has a new version",
    sample: { ...SLUG, version: 3 },
    isMailed: false,
    message: ({ skill, slug, version }) => ({
      title: `${skill} has a new version`,
      lines: [`Version ${version} was reviewed and is live.`],
      action: { label: "See what changed", path: `/skills/${slug}?tab=versions` },
    }),
  }),
  new_permissions: notice<{ skill: string; slug: string; version: number; permissions: string[] }>({
    about: "A new version's code does something new",
    sample: { ...SLUG, version: 3, permissions: ["Hosts it speaks to: api.example.net"] },
    varies: true,
    message: ({ skill, slug, version, permissions }) => ({
      title: `${skill} does something new: look before you update`,
      lines: [`Version ${version} was reviewed and is live. Its code, unlike the version before:`, ...permissions],
      action: { label: "See what changed", path: `/skills/${slug}?tab=versions` },
    }),
  }),
  request_offered: buyerNotice<{ request: string; skill: string; slug: string }>("Skills you asked for", {
    about: "A skill was offered for a request",
    sample: { request: "Read receipts into a table", ...SLUG },
    isMailed: false,
    message: ({ request, skill, slug }) => ({
      title: `${skill} may be what you asked for`,
      lines: [`You wanted: ${request}. Its developer says that it does this.`],
      action: { label: "View the skill", path: `/skills/${slug}` },
    }),
  }),
  publisher_skill: buyerNotice<{ publisher: string; skill: string; slug: string }>(
    "New skills of publishers you follow",
    {
      about: "A publisher that you follow has a new skill",
      sample: { publisher: "Ada Lovelace", ...SLUG },
      isMailed: false,
      message: ({ publisher, skill, slug }) => ({
        title: `${publisher} published ${skill}`,
        lines: ["You follow this publisher. You can turn these notifications off in Settings."],
        action: { label: "View the skill", path: `/skills/${slug}` },
      }),
    },
  ),
  breaking_version: notice<Breaking>({
    about: "A new version may break calls",
    sample: {
      ...SLUG,
      version: 3,
      changes: ["The parameter text was removed"],
      more: 0,
      before: 2,
      until: "2027-02-26",
    },
    varies: true,
    message: ({ skill, slug, version, changes, more, before, until }) => ({
      title: `${skill} has a new version that may break your calls`,
      lines: [
        `Version ${version} is live.`,
        ...changes.map((change) => `${change}.`),
        ...(more > 0 ? [`There are ${more} more changes.`] : []),
        ...(before && until ? [`Until ${until} you can keep calling version ${before} with ?version=${before}.`] : []),
      ],
      action: { label: "See what changed", path: `/skills/${slug}?tab=versions` },
    }),
  }),
  // These name no other account: what its name is stays in no table when it is closed.
  transfer_offered: notice<{ skill: string }>({
    about: "A skill is offered to you",
    sample: { skill: "Text statistics" },
    message: ({ skill }) => ({
      title: `You are offered ${skill}`,
      lines: ["Accept it within 7 days to become its owner. Its buyers keep everything; the next sale is yours."],
      action: { label: "Review the offer", path: "/console/transfers" },
    }),
  }),
  transfer_accepted: notice<{ skill: string }>({
    about: "A skill that you offered was accepted",
    sample: { skill: "Text statistics" },
    message: ({ skill }) => ({
      title: `${skill} has its new owner`,
      lines: ["Earlier sales and pending payouts stay yours."],
      action: { label: "Open the console", path: "/console" },
    }),
  }),
  plan_offered: notice<{ skill: string; slug: string; id: string }>({
    about: "A plan is offered to you alone",
    sample: { skill: "Text statistics", slug: "text-statistics", id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11" },
    message: ({ skill, slug, id }) => ({
      title: `You are offered a plan of ${skill}`,
      lines: ["Only your account can see and buy it."],
      action: { label: "Look at the plan", path: `/skills/${slug}?offer=${id}` },
    }),
  }),
  skill_asked: notice<SkillAsked>({
    about: "A member asks the organization to allow a skill",
    sample: { ...SLUG, handle: "acme" },
    message: ({ skill, handle }) => ({
      title: `A member asks to use ${skill}`,
      lines: ["Members use only skills that the organization has allowed."],
      action: { label: "Review the request", path: `/organizations/${handle}/allowed-skills` },
    }),
  }),
  skill_decided: notice<SkillDecided>({
    about: "An organization decided on a skill that you asked for",
    sample: { ...SLUG, allowed: true, reason: "" },
    varies: true,
    message: ({ skill, slug, allowed, reason }) => ({
      title: allowed ? `Your organization allowed ${skill}` : `Your organization didn't allow ${skill}`,
      lines: allowed ? ["You can use it now."] : [reason || "No reason was given."],
      action: { label: "View the skill", path: `/skills/${slug}` },
    }),
  }),
  download_suspended: notice<{ skill: string; date: string; reason: string }>({
    about: "To those who downloaded it: a package was suspended",
    sample: { skill: "Text statistics", date: "2026-11-23", reason: "It reads SSH keys." },
    message: ({ skill, date, reason }) => ({
      title: `${skill} was suspended: check your downloaded copy`,
      lines: [
        `You downloaded its package. An administrator took it off the marketplace on ${date} for this reason: ${reason}`,
        "Stop using it and delete installed copies. If it may be harmful, rotate any keys and passwords it could read.",
      ],
      action: { label: "See your downloads", path: "/usage" },
    }),
  }),
  skill_advisory: notice<Found>({
    about: "To those who have it: a skill was yanked, recalled or has a security advisory",
    sample: {
      advisory: "SKM-2026-7",
      kind: "malware",
      by: "marketplace",
      ...SLUG,
      severity: "critical",
      summary: "It reads SSH keys.",
      action: "Delete every installed copy. Rotate the keys that it could read.",
      versions: ["1.0.0"],
      digests: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
      fixed: null,
      withdrawn: false,
    },
    varies: true,
    message: ({ advisory, kind, by, skill, summary, action, versions, digests, fixed, withdrawn }) => ({
      title: withdrawn ? `The advisory ${advisory} for ${skill} was withdrawn` : FOUND_TITLES[kind](skill),
      lines: withdrawn
        ? [`It said: ${summary}`, "You don't need to do anything."]
        : [
            `${summary} (${advisory}${by ? `, written by the ${by}` : ""})`,
            action,
            `Affected: ${versions.join(", ") || "no version"}.${fixed === null ? "" : ` Fixed in ${fixed}.`}`,
            ...digests.map((digest) => `SHA-256 of the archive: ${digest}`),
            "To check what you have installed, run: skm audit",
          ],
      action: { label: "See the advisory", path: `/advisories#${advisory}` },
    }),
    event: {
      type: "skill.advisory",
      data: ({ skill: name, slug: skill, ...found }) => ({ name, skill, ...found }),
    },
  }),
  report_decided: notice<{ skill: string; outcome: keyof typeof OUTCOMES }>({
    about: "A report was resolved",
    sample: { skill: "Text statistics", outcome: "warned" },
    varies: true,
    message: ({ skill, outcome }) => ({
      title: `Your report on ${skill} was resolved`,
      lines: [OUTCOMES[outcome], "Thank you for reporting it."],
      action: { label: "See your reports", path: "/reports" },
    }),
  }),
};
