import type { Message } from "@/lib/platform/notifications/message";

type AboutCalls = { skill: string; skillId: string; calls: number };

/** Alerts to developers about their own skills. */
export type SellerNotice =
  | { kind: "endpoint_failing"; data: AboutCalls & { failures: number } }
  | { kind: "endpoint_slow"; data: AboutCalls & { seconds: number } }
  | { kind: "first_sale"; data: { skill: string; skillId: string } }
  | { kind: "new_review"; data: { skill: string; skillId: string; rating: number } };

const KINDS = ["endpoint_failing", "endpoint_slow", "first_sale", "new_review"];

/** Whether a notification is about a skill of its own account. */
export const isAboutSelling = (notice: { kind: string }): notice is SellerNotice =>
  KINDS.includes(notice.kind);

/** The words for an alert. */
export function sellerMessage({ kind, data }: SellerNotice): Message {
  const page = `/console/${data.skillId}`;
  switch (kind) {
    case "endpoint_failing":
      return {
        title: `The endpoint of ${data.skill} is failing`,
        lines: [
          `${data.failures} of its ${data.calls} calls in the last 15 minutes failed. Failed calls are not charged.`,
        ],
        action: { label: "Open the failed calls", path: `${page}/calls?status=failed` },
      };
    case "endpoint_slow":
      return {
        title: `The endpoint of ${data.skill} is slow`,
        lines: [
          `Half of its ${data.calls} calls in the last 15 minutes took ${data.seconds} seconds or longer.`,
        ],
        action: { label: "Open the calls", path: `${page}/calls` },
      };
    case "first_sale":
      return {
        title: `${data.skill} has its first sale`,
        lines: ["Somebody has paid for it. What you earn is on your earnings page."],
        action: { label: "Open your earnings", path: "/console/earnings" },
      };
    case "new_review":
      return {
        title: `${data.skill} has a new review`,
        lines: [`It gives ${data.rating} of 5 stars. You can reply to it.`],
        action: { label: "Read the reviews", path: `${page}/reviews` },
      };
  }
}
