import { dollars } from "@/lib/platform/core/dollars";
import { notice } from "@/lib/platform/notifications/notice-kind";

const PURCHASES = { label: "See your purchases", path: "/purchases" };
const CONSOLE = { label: "See refund requests", path: "/console/refunds" };
const BACK = { skill: "Text statistics", credits: "10" };

export const REFUND_NOTICES = {
  refund_requested: notice<{ skill: string; credits: string; reason: string; due: string }>({
    about: "To a developer: a buyer requests a refund",
    sample: { ...BACK, reason: "It does not do what it says.", due: "2026-12-01" },
    message: ({ skill, credits, reason, due }) => ({
      title: `A buyer of ${skill} requests a refund of ${dollars(credits)}`,
      lines: [`Their reason: ${reason}`, `Refund or decline it by ${due}; after that, an administrator decides.`],
      action: CONSOLE,
    }),
  }),
  refund_declined: notice<{ skill: string; reason: string }>({
    about: "A developer declined a refund",
    sample: { skill: "Text statistics", reason: "It was used." },
    message: ({ skill, reason }) => ({
      title: `The developer of ${skill} declined your refund request`,
      lines: [`Their reason: ${reason}`, "If you disagree, you can ask an administrator to decide."],
      action: PURCHASES,
    }),
  }),
  refund_escalated: notice<{ skill: string; credits: string }>({
    about: "To administrators: a refund request is waiting",
    sample: BACK,
    message: ({ skill, credits }) => ({
      title: `A refund request for ${skill} needs your decision`,
      lines: [`A buyer requests ${dollars(credits)}.`],
      action: { label: "See refund requests", path: "/admin/refunds" },
    }),
  }),
  refund_rejected: notice<{ skill: string; reason: string }>({
    about: "A refund request was rejected",
    sample: { skill: "Text statistics", reason: "It was used." },
    message: ({ skill, reason }) => ({
      title: `Your refund request for ${skill} was rejected`,
      lines: [`An administrator says: ${reason}`, "This decision is final."],
      action: PURCHASES,
    }),
  }),
  refund_taken: notice<{ skill: string; credits: string; reason: string }>({
    about: "To a developer: a purchase was refunded",
    sample: { ...BACK, reason: "It never worked." },
    message: ({ skill, credits, reason }) => ({
      title: `An administrator refunded a purchase of ${skill}`,
      lines: [
        `The buyer got ${dollars(credits)} back; your share was deducted from your earnings.`,
        `Their reason: ${reason}`,
      ],
      action: CONSOLE,
    }),
  }),
};
