import { withCredits } from "@/lib/platform/core/counted";
import type { Message } from "@/lib/platform/notifications/message";

/** Notifications about skills that the account bought, uses or publishes. */
export type SkillNotice =
  | {
      kind: "purchase_made";
      /** `date` is the end of the first term. */
      data: { skill: string; credits: string; interval: string; date: string; renews: boolean };
    }
  | { kind: "renewal_ahead"; data: { skill: string; credits: string; date: string; isShort: boolean } }
  | {
      kind: "purchase_lapsed";
      data: { skill: string; credits: string; reason: "credits" | "gone" | "key"; slug: string };
    }
  | {
      kind: "price_rise";
      data: { skill: string; slug: string; before: string; after: string; date: string };
    }
  | { kind: "new_version"; data: { skill: string; slug: string; version: number } }
  | {
      kind: "breaking_version";
      data: Breaking;
    }
  | { kind: "slug_released"; data: { skill: string; skillId: string; slug: string; former: string } }
  /** A reviewer's comment on a submission. */
  | { kind: "review_comment"; data: { skill: string; skillId: string; text: string } }
  | { kind: "skill_approved"; data: { skill: string; slug: string; isLive?: boolean } }
  | { kind: "skill_rejected"; data: { skill: string; skillId: string; reason: string | null } };

/** The text of a notification about a skill. */
export function skillMessage(notice: SkillNotice): Message {
  if (notice.kind === "new_version") return versionMessage(notice.data);
  if (notice.kind === "review_comment") return commentMessage(notice.data);
  if (notice.kind === "slug_released") return slugMessage(notice.data);
  return notice.kind === "breaking_version" ? breakingMessage(notice.data) : otherMessage(notice);
}

type OtherNotice = Exclude<
  SkillNotice,
  { kind: "new_version" | "breaking_version" | "review_comment" | "slug_released" }
>;

function otherMessage(notice: OtherNotice): Message {
  const { kind, data } = notice;
  switch (kind) {
    case "purchase_made":
      return purchaseMessage(data);
    case "renewal_ahead":
      return {
        title: `${data.skill} renews on ${data.date}`,
        lines: [
          `It will cost ${withCredits(data.credits)}.`,
          ...(data.isShort ? ["Your balance is too low for that now: without more credits it ends."] : []),
        ],
        action: { label: "See your purchases", path: "/purchases" },
      };
    case "purchase_lapsed":
      return {
        title: `${data.skill} was not renewed`,
        ...(data.reason === "gone"
          ? {
              lines: ["It has left the marketplace. Nothing was charged."],
              action: { label: "See your purchases", path: "/purchases" },
            }
          : {
              lines: [
                data.reason === "key"
                  ? `The key that bought it had less than ${withCredits(data.credits)} left of its limit, or works no more. Nothing was charged.`
                  : `There were fewer than ${withCredits(data.credits)} in your wallet. Nothing was charged.`,
              ],
              action: { label: "Look at the skill", path: `/skills/${data.slug}` },
            }),
      };
    case "price_rise":
      return {
        title: `${data.skill} will cost more from ${data.date}`,
        lines: [
          `It costs ${data.before} now, and ${data.after} from ${data.date}. A subscription that you have keeps its price.`,
        ],
        action: { label: "Look at the skill", path: `/skills/${data.slug}` },
      };
    case "skill_approved":
      // Not a link: an unlisted or suspended skill has no page.
      if (data.isLive === false)
        return {
          title: `${data.skill} was approved`,
          lines: [
            "It is not on the marketplace now: what was approved is shown once the skill is back there.",
          ],
          action: { label: "Open your skills", path: "/console" },
        };
      return {
        title: `${data.skill} is on the marketplace`,
        lines: ["A reviewer has approved it. It is on the marketplace now."],
        action: { label: "See it", path: `/skills/${data.slug}` },
      };
    case "skill_rejected":
      return {
        title: `${data.skill} was not approved`,
        lines: [
          data.reason ? `The reviewer says: ${data.reason}` : "The reviewer gave no reason.",
          "Change what is asked for, and submit it again.",
        ],
        action: { label: "Edit the skill", path: `/console/${data.skillId}` },
      };
  }
}

function purchaseMessage({
  skill,
  credits,
  interval,
  date,
  renews,
}: Extract<SkillNotice, { kind: "purchase_made" }>["data"]): Message {
  const paid = `You paid ${withCredits(credits)} for the first ${interval}.`;
  return {
    title: `You bought ${skill}`,
    lines: renews
      ? [paid, `It renews on ${date} for ${withCredits(credits)}, then every ${interval}, until you cancel.`]
      : [paid, `It ends on ${date} and doesn't renew.`],
    action: { label: renews ? "Manage or cancel" : "See your purchases", path: "/purchases" },
  };
}

type SlugReleased = Extract<SkillNotice, { kind: "slug_released" }>["data"];

function slugMessage(data: SlugReleased): Message {
  return {
    title: `Your draft ${data.skill} has another slug`,
    lines: [
      `Another skill now uses ${data.former}: a draft that is never submitted reserves its slug for 30 days after its last change.`,
      `All else is as you left it; its slug is ${data.slug} now.`,
    ],
    action: { label: "Open the draft", path: `/console/${data.skillId}` },
  };
}

function commentMessage({ skill, skillId, text }: { skill: string; skillId: string; text: string }): Message {
  return {
    title: `A reviewer commented on ${skill}`,
    lines: [text, "Your answer helps the review."],
    action: { label: "Answer", path: `/console/${skillId}/history#conversation` },
  };
}

function versionMessage({ skill, slug, version }: { skill: string; slug: string; version: number }): Message {
  return {
    title: `${skill} has a new version`,
    lines: [`Version ${version} was reviewed and is live.`],
    action: { label: "See what changed", path: `/skills/${slug}?tab=versions` },
  };
}

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

function breakingMessage({ skill, slug, version, changes, more, before, until }: Breaking): Message {
  return {
    title: `${skill} has a new version that may break your calls`,
    lines: [
      `Version ${version} is live.`,
      ...changes.map((change) => `${change}.`),
      ...(more > 0 ? [`There are ${more} more changes.`] : []),
      ...(before && until
        ? [`Until ${until} you can go on calling version ${before} with ?version=${before}.`]
        : []),
    ],
    action: { label: "See what changed", path: `/skills/${slug}?tab=versions` },
  };
}
