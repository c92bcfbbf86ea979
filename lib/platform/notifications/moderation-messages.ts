import type { Message } from "@/lib/platform/notifications/message";

/** Notifications about administrators' decisions, except reviews. */
export type ModerationNotice =
  /** An administrator viewed the marketplace as the account; `by` is the operator, as receipts name it. */
  | { kind: "account_viewed"; data: { by: string; reason: string; minutes: number } }
  /** `contact` is whom to write to. */
  | { kind: "account_suspended"; data: { date: string; reason: string; contact: string } }
  | { kind: "account_restored"; data: Record<string, never> }
  /** To those who downloaded its package. */
  | { kind: "download_suspended"; data: { skill: string; date: string; reason: string } }
  | { kind: "skill_suspended"; data: { skill: string; skillId: string; reason: string } }
  | { kind: "skill_restored"; data: { skill: string; skillId: string } }
  | { kind: "skill_warned"; data: { skill: string; skillId: string; note: string } }
  | { kind: "report_decided"; data: { skill: string; outcome: "dismissed" | "warned" | "suspended" } };

const ABOUT_ACCOUNT = ["account_viewed", "account_suspended", "account_restored"];
const ABOUT_SKILL = [
  "download_suspended",
  "skill_suspended",
  "skill_restored",
  "skill_warned",
  "report_decided",
];

type AccountNotice = Extract<ModerationNotice, { kind: `account_${string}` }>;
type SkillDecision = Exclude<ModerationNotice, AccountNotice>;

export const isModeration = (notice: { kind: string }): notice is ModerationNotice =>
  [...ABOUT_ACCOUNT, ...ABOUT_SKILL].includes(notice.kind);
const isAboutAccount = (notice: ModerationNotice): notice is AccountNotice =>
  ABOUT_ACCOUNT.includes(notice.kind);

/** The text of a notification about an administrator's decision. */
export function moderationMessage(notice: ModerationNotice): Message {
  return isAboutAccount(notice) ? accountMessage(notice) : skillMessage(notice);
}

function accountMessage({ kind, data }: AccountNotice): Message {
  switch (kind) {
    case "account_viewed":
      return {
        title: `${data.by} viewed your account`,
        lines: [
          `An administrator gave this reason: ${data.reason}`,
          `They saw your pages for at most ${data.minutes} minutes. They could change, buy, run and download nothing, and saw no secrets.`,
        ],
        action: { label: "Open the settings", path: "/settings" },
      };
    case "account_suspended":
      return {
        title: "Your account was suspended",
        lines: [
          `An administrator suspended it on ${data.date} for this reason: ${data.reason}`,
          "You can't sign in, your keys don't work, your skills are off the marketplace, and nothing renews. Your credits stay.",
          `If you think this is a mistake, write to ${data.contact}.`,
        ],
        action: null,
      };
    case "account_restored":
      return {
        title: "Your account is no longer suspended",
        lines: [
          "Sign-in and keys work again, and your approved skills are back. Subscriptions that ended stay ended.",
        ],
        action: { label: "Open the settings", path: "/settings" },
      };
  }
}

const OUTCOMES = {
  dismissed: "We looked into it and found nothing that breaks our rules.",
  warned: "We have asked its developer to change it.",
  suspended: "We have taken it off the marketplace.",
};

function skillMessage({ kind, data }: SkillDecision): Message {
  switch (kind) {
    case "download_suspended":
      return {
        title: `${data.skill} was suspended: check the copy that you downloaded`,
        lines: [
          `You downloaded its package. An administrator took it off the marketplace on ${data.date} for this reason: ${data.reason}`,
          "Stop using it and delete installed copies. If it may be harmful, replace the keys and passwords that it could read.",
        ],
        action: { label: "See your downloads", path: "/usage" },
      };
    case "skill_suspended":
      return {
        title: `${data.skill} has been taken off the marketplace`,
        lines: [
          `An administrator says: ${data.reason}`,
          "It can't be found, bought or called now, and the unused part of active purchases is refunded.",
        ],
        action: { label: "Open the skill", path: `/console/${data.skillId}` },
      };
    case "skill_restored":
      return {
        title: `${data.skill} is no longer suspended`,
        lines: ["Its approved revision is on the marketplace again, unless you have unlisted it."],
        action: { label: "Open the skill", path: `/console/${data.skillId}` },
      };
    case "skill_warned":
      return {
        title: `An administrator asks you to change ${data.skill}`,
        lines: [data.note, "It stays on the marketplace for now."],
        action: { label: "Open the skill", path: `/console/${data.skillId}` },
      };
    case "report_decided":
      return {
        title: `Your report of ${data.skill} has been looked at`,
        lines: [OUTCOMES[data.outcome], "Thank you for telling us."],
        action: { label: "See your reports", path: "/reports" },
      };
  }
}
