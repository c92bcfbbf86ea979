import { withCredits } from "@/lib/platform/core/counted";
import { notice } from "@/lib/platform/notifications/notice-kind";

const WALLET = { label: "Open the wallet", path: "/wallet" };
const EARNINGS = { label: "Open your earnings", path: "/console/earnings" };

/** About credits, refunds and earnings. */
export const MONEY_NOTICES = {
  receipt: notice<{ credits: string; dollars: string }>({
    about: "Credits were bought",
    sample: { credits: "25", dollars: "25" },
    message: ({ credits, dollars }) => ({
      title: `${withCredits(credits)} have arrived`,
      lines: [
        `You paid ${dollars} US dollars for ${withCredits(credits)}. They can be spent now and do not expire.`,
        "The receipt is in the wallet, under Payments.",
      ],
      action: WALLET,
    }),
  }),
  refund_failed: notice<{ dollars: string }>({
    about: "A refund of money failed",
    sample: { dollars: "25" },
    message: ({ dollars }) => ({
      title: `A refund of ${dollars} US dollars failed`,
      lines: [
        "Your bank did not accept the money, so the credits are yours again. They repay what you owe first.",
        "If you still want the money back, write to us and name another way to pay you.",
      ],
      action: WALLET,
    }),
  }),
  low_balance: notice<{ balance: string; threshold: string }>({
    about: "The balance is low",
    sample: { balance: "1.5", threshold: "5" },
    message: ({ balance, threshold }) => ({
      title: `Your balance is down to ${withCredits(balance)}`,
      lines: [
        `You asked for a notification below ${withCredits(threshold)}. Calls that cost more than the balance are refused.`,
      ],
      action: { label: "Buy credits", path: "/wallet" },
    }),
    event: {
      type: "balance.low",
      data: ({ balance, threshold }) => ({ balance: Number(balance), threshold: Number(threshold) }),
    },
  }),
  auto_topup_failed: notice<{ dollars: string; reason: string }>({
    about: "An automatic top-up failed",
    sample: { dollars: "25", reason: "The card was declined." },
    message: ({ dollars, reason }) => ({
      title: `An automatic top-up of ${dollars} US dollars failed`,
      lines: [reason, "Automatic top-ups are off until you turn them on again."],
      action: WALLET,
    }),
  }),
  auto_topup_paused: notice<{ reason: string }>({
    about: "Automatic top-ups were turned off",
    sample: { reason: "An automatic payment was refunded." },
    message: ({ reason }) => ({
      title: "Automatic top-ups were turned off",
      lines: [reason, "Nothing more is charged to the saved card until you turn them on again."],
      action: WALLET,
    }),
  }),
  auto_topup_limit: notice<{ dollars: string; month: string }>({
    about: "Automatic top-ups reached their limit",
    sample: { dollars: "100", month: "November 2026" },
    message: ({ dollars, month }) => ({
      title: "Automatic top-ups have reached their monthly limit",
      lines: [`You set ${dollars} US dollars a month: nothing more is bought automatically in ${month}.`],
      action: WALLET,
    }),
  }),
  purchase_refunded: notice<{ skill: string; credits: string; reason: string }>({
    about: "A purchase was refunded",
    sample: { skill: "Text statistics", credits: "10", reason: "The skill left the marketplace." },
    message: ({ skill, credits, reason }) => ({
      title: `${withCredits(credits)} are back for ${skill}`,
      lines: [`Your purchase was refunded and has ended. ${reason}`],
      action: { label: "See your purchases", path: "/purchases" },
    }),
  }),
  payout_paid: notice<{ dollars: string }>({
    about: "A payout arrived",
    sample: { dollars: "120" },
    message: ({ dollars }) => ({
      title: `${dollars} US dollars have been paid out`,
      lines: ["The payment processor says that your bank has them."],
      action: EARNINGS,
    }),
  }),
  payout_failed: notice<{ dollars: string; reason: string }>({
    about: "A payout failed",
    sample: { dollars: "120", reason: "The bank refused it." },
    message: ({ dollars, reason }) => ({
      title: `A payout of ${dollars} US dollars failed`,
      lines: [reason, "The credits are back in your earnings."],
      action: EARNINGS,
    }),
  }),
  fee_changed: notice<{ percent: number; before: number }>({
    about: "To a developer: the fee changed",
    sample: { percent: 10, before: 15 },
    message: ({ percent, before }) => ({
      title: `Your fee is now ${percent}%`,
      lines: [`It was ${before}%. It applies to sales from now on.`],
      action: EARNINGS,
    }),
  }),
};
