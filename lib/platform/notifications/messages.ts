import { withCredits } from "@/lib/platform/core/counted";
import type { Message } from "@/lib/platform/notifications/message";
import {
  isModeration,
  type ModerationNotice,
  moderationMessage,
} from "@/lib/platform/notifications/moderation-messages";
import {
  isAboutOperation,
  type OperationNotice,
  operationMessage,
} from "@/lib/platform/notifications/operation-messages";
import {
  isAboutRefundRequest,
  type RefundRequestNotice,
  refundRequestMessage,
} from "@/lib/platform/notifications/refund-messages";
import {
  isAboutSelling,
  type SellerNotice,
  sellerMessage,
} from "@/lib/platform/notifications/seller-messages";
import { type SkillNotice, skillMessage } from "@/lib/platform/notifications/skill-messages";

/** Notifications about credits; amounts are decimal text. */
type MoneyNotice =
  | { kind: "receipt"; data: { credits: string; dollars: string } }
  | { kind: "refund_failed"; data: { dollars: string } }
  | { kind: "low_balance"; data: { balance: string; threshold: string } }
  | { kind: "auto_topup_failed"; data: { dollars: string; reason: string } }
  | { kind: "auto_topup_paused"; data: { reason: string } }
  | { kind: "auto_topup_limit"; data: { dollars: string; month: string } };

/** Notifications about refunds and earnings. */
type EarningsNotice =
  | { kind: "purchase_refunded"; data: { skill: string; credits: string; reason: string } }
  | { kind: "payout_paid"; data: { dollars: string } }
  | { kind: "payout_failed"; data: { dollars: string; reason: string } };

/** A new key: the key that created it (null in a browser), and whether it has administrator scopes. */
type NewKey = { name: string | null; prefix: string; madeBy: string | null; isAdmin: boolean };

/** Security notifications, so that owners notice changes by others. */
type SecurityNotice =
  | {
      kind: "security_password" | "security_two_factor" | "security_codes" | "security_payouts";
      data: { isOn: boolean };
    }
  | { kind: "security_passkey" | "security_provider"; data: { isOn: boolean; name: string } }
  | { kind: "security_webhook"; data: { isAdded: boolean; url: string; id: string } }
  | { kind: "security_key"; data: NewKey };

/** Notifications about webhooks. */
type WebhookNotice = { kind: "webhook_disabled"; data: { url: string; id: string } };

/** All notifications, each with the data of its text. */
export type Notice =
  | MoneyNotice
  | SkillNotice
  | SellerNotice
  | EarningsNotice
  | SecurityNotice
  | ModerationNotice
  | WebhookNotice
  | RefundRequestNotice
  | OperationNotice;

const isAboutMoney = (notice: Notice): notice is MoneyNotice =>
  ["receipt", "refund_failed", "low_balance"].includes(notice.kind) || notice.kind.startsWith("auto_topup");

const isAboutEarnings = (notice: Notice): notice is EarningsNotice =>
  notice.kind === "purchase_refunded" || notice.kind.startsWith("payout");

const isAboutSecurity = (notice: Notice): notice is SecurityNotice => notice.kind.startsWith("security_");

/** The text of a notification. */
export function messageOf(notice: Notice): Message {
  if (isAboutSelling(notice)) return sellerMessage(notice);
  if (isAboutSecurity(notice)) return securityMessage(notice);
  if (isModeration(notice)) return moderationMessage(notice);
  if (isAboutEarnings(notice)) return earningsMessage(notice);
  if (isAboutRefundRequest(notice)) return refundRequestMessage(notice);
  if (isAboutOperation(notice)) return operationMessage(notice);
  if (notice.kind === "webhook_disabled") return webhookMessage(notice.data);
  return isAboutMoney(notice) ? moneyMessage(notice) : skillMessage(notice);
}

function keyMessage({ name, prefix, madeBy, isAdmin }: NewKey): Message {
  const maker = madeBy ? `with the key that begins with ${madeBy}` : "in a browser";
  return {
    title: "A new API key was made",
    lines: [
      `The key${name ? ` "${name}"` : ""}, which begins with ${prefix}, was made ${maker} and may use your account${isAdmin ? " as an administrator" : ""}.`,
      "If this wasn't you, revoke it and every key that may have leaked, and reset your password.",
    ],
    action: { label: "See your keys", path: "/keys" },
  };
}

function webhookMessage({ url, id }: WebhookNotice["data"]): Message {
  return {
    title: "A webhook was disabled",
    lines: [
      `${new URL(url).host} failed all deliveries for 5 days, or answered 410 Gone.`,
      "Fix the endpoint, then enable the webhook again; pending deliveries are then sent.",
    ],
    action: { label: "Open the webhook", path: `/settings/webhooks/${id}` },
  };
}

function changedWebhookMessage({ isAdded, url, id }: { isAdded: boolean; url: string; id: string }): Message {
  return {
    title: isAdded ? "A webhook was added" : "A webhook was changed",
    lines: [
      `Events of your account are sent to ${new URL(url).host}.`,
      "If this wasn't you, delete it, revoke every key that may have leaked, and reset your password.",
    ],
    action: { label: "Open the webhook", path: `/settings/webhooks/${id}` },
  };
}

const IF_NOT_YOU = "If this wasn't you, reset your password now and end every session in the settings.";

const PAYOUTS_ON = "Your earnings can be paid out to it from now on.";
const PAYOUTS_OFF = "The payment processor no longer lets us pay to it. Connect an account again to be paid.";

function securityMessage({ kind, data }: SecurityNotice): Message {
  if (kind === "security_key") return keyMessage(data);
  if (kind === "security_webhook") return changedWebhookMessage(data);
  const titles = {
    security_password: "Your password was changed",
    security_two_factor: `Two-factor authentication was switched ${data.isOn ? "on" : "off"}`,
    security_codes: "New recovery codes were made",
    security_passkey: `A passkey was ${data.isOn ? "added" : "removed"}`,
    security_provider: `A way to sign in was ${data.isOn ? "added" : "removed"}`,
    security_payouts: `An account for payouts was ${data.isOn ? "connected" : "disconnected"}`,
  };
  const isPayouts = kind === "security_payouts";
  const about =
    kind === "security_passkey" || kind === "security_provider" ? [`Its name is "${data.name}".`] : [];
  return {
    title: titles[kind],
    lines: [...about, ...(isPayouts ? [data.isOn ? PAYOUTS_ON : PAYOUTS_OFF] : []), IF_NOT_YOU],
    action: isPayouts
      ? { label: "Open your earnings", path: "/console/earnings" }
      : { label: "Open the settings", path: "/settings" },
  };
}

function earningsMessage({ kind, data }: EarningsNotice): Message {
  const action = { label: "Open your earnings", path: "/console/earnings" };
  switch (kind) {
    case "purchase_refunded":
      return {
        title: `${withCredits(data.credits)} are back for ${data.skill}`,
        lines: [`Your purchase was refunded and has ended. ${data.reason}`],
        action: { label: "See your purchases", path: "/purchases" },
      };
    case "payout_paid":
      return {
        title: `${data.dollars} US dollars have been paid out`,
        lines: ["The payment processor says that your bank has them."],
        action,
      };
    case "payout_failed":
      return {
        title: `A payout of ${data.dollars} US dollars failed`,
        lines: [data.reason, "The credits are back in your earnings."],
        action,
      };
  }
}

function moneyMessage({ kind, data }: MoneyNotice): Message {
  const action = { label: kind === "low_balance" ? "Buy credits" : "Open the wallet", path: "/wallet" };
  switch (kind) {
    case "receipt":
      return {
        title: `${withCredits(data.credits)} have arrived`,
        lines: [
          `You paid ${data.dollars} US dollars for ${withCredits(data.credits)}. They can be spent now and do not expire.`,
          "The receipt is in the wallet, under Payments.",
        ],
        action,
      };
    case "refund_failed":
      return {
        title: `A refund of ${data.dollars} US dollars failed`,
        lines: [
          "Your bank did not accept the money, so the credits are yours again. They repay what you owe first.",
          "If you still want the money back, write to us and name another way to pay you.",
        ],
        action,
      };
    case "low_balance":
      return {
        title: `Your balance is down to ${withCredits(data.balance)}`,
        lines: [
          `You asked for a notification below ${withCredits(data.threshold)}. Calls that cost more than the balance are refused.`,
        ],
        action,
      };
    case "auto_topup_failed":
      return {
        title: `An automatic top-up of ${data.dollars} US dollars failed`,
        lines: [data.reason, "Automatic top-ups are off until you turn them on again."],
        action,
      };
    case "auto_topup_paused":
      return {
        title: "Automatic top-ups were turned off",
        lines: [data.reason, "Nothing more is charged to the saved card until you turn them on again."],
        action,
      };
    case "auto_topup_limit":
      return {
        title: "Automatic top-ups have reached their monthly limit",
        lines: [
          `You set ${data.dollars} US dollars a month: nothing more is bought automatically in ${data.month}.`,
        ],
        action,
      };
  }
}
