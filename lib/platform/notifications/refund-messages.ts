import { withCredits } from "@/lib/platform/core/counted";
import type { Message } from "@/lib/platform/notifications/message";

/** Notifications about refund requests; amounts are decimal text. */
export type RefundRequestNotice =
  | { kind: "refund_requested"; data: { skill: string; credits: string; reason: string; due: string } }
  | { kind: "refund_declined"; data: { skill: string; reason: string } }
  | { kind: "refund_escalated"; data: { skill: string; credits: string } }
  | { kind: "refund_rejected"; data: { skill: string; reason: string } }
  | { kind: "refund_taken"; data: { skill: string; credits: string; reason: string } };

const KINDS = ["refund_requested", "refund_declined", "refund_escalated", "refund_rejected", "refund_taken"];

export const isAboutRefundRequest = (notice: { kind: string }): notice is RefundRequestNotice =>
  KINDS.includes(notice.kind);

/** The words for a notice about a request for a refund. */
export function refundRequestMessage({ kind, data }: RefundRequestNotice): Message {
  const purchases = { label: "See your purchases", path: "/purchases" };
  const console = { label: "See refund requests", path: "/console/refunds" };
  switch (kind) {
    case "refund_requested":
      return {
        title: `A buyer of ${data.skill} asks for ${withCredits(data.credits)} back`,
        lines: [
          `Their reason: ${data.reason}`,
          `Refund or decline it by ${data.due}; after that, an administrator decides.`,
        ],
        action: console,
      };
    case "refund_declined":
      return {
        title: `The developer of ${data.skill} declined your refund request`,
        lines: [`Their reason: ${data.reason}`, "If you disagree, you can ask an administrator to decide."],
        action: purchases,
      };
    case "refund_escalated":
      return {
        title: `A refund request for ${data.skill} waits for you`,
        lines: [`A buyer asks for ${withCredits(data.credits)} back.`],
        action: { label: "See refund requests", path: "/admin/refunds" },
      };
    case "refund_rejected":
      return {
        title: `Your refund request for ${data.skill} was rejected`,
        lines: [`An administrator says: ${data.reason}`, "This decision is final."],
        action: purchases,
      };
    case "refund_taken":
      return {
        title: `An administrator refunded a purchase of ${data.skill}`,
        lines: [
          `The buyer got ${withCredits(data.credits)} back; your share of them was taken from your earnings.`,
          `Their reason: ${data.reason}`,
        ],
        action: console,
      };
  }
}
