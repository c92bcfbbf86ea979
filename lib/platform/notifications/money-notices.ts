import { dollars as usd } from "@/lib/platform/core/dollars";
import { buyerNotice, ID, notice, SLUG } from "@/lib/platform/notifications/notice-kind";

const WALLET = { label: "Open the wallet", path: "/wallet" };
const EARNINGS = { label: "Open your earnings", path: "/console/earnings" };

type ApprovalRequested = { id: string; key: string; skill: string; slug: string; credits: string };
type BudgetAlert = {
  kind: keyof typeof BUDGET_OF;
  name: string | null;
  level: 50 | 80 | 100;
  period: string;
  amount: string;
  spent: string;
};
const BUDGET_OF = {
  account: () => "Your budget",
  member: (name: string) => `The budget of the member ${name}`,
  key: (name: string) => `The budget of the key ${name}`,
  skill: (name: string) => `Your budget for ${name}`,
};

/** About credits, refunds and earnings. */
export const MONEY_NOTICES = {
  receipt: buyerNotice<{ credits: string; dollars: string }>("Top-ups", {
    about: "A top-up arrived",
    sample: { credits: "25", dollars: "25" },
    varies: true,
    message: ({ credits, dollars }) => ({
      title: `${usd(credits)} added to your balance`,
      lines: [`You paid ${usd(dollars)}${dollars === credits ? "" : ", tax included"}. Your balance doesn't expire.`],
      action: { label: "See your receipts", path: "/wallet/billing" },
    }),
  }),
  refund_failed: notice<{ dollars: string }>({
    about: "A refund of money failed",
    sample: { dollars: "25" },
    message: ({ dollars }) => ({
      title: `A refund of ${usd(dollars)} failed`,
      lines: [
        "Your bank rejected the refund. The amount is back in your balance, minus anything you owe.",
        "Try again from your wallet, or write to us and name another way to pay you.",
      ],
      action: WALLET,
    }),
  }),
  low_balance: notice<{ balance: string; threshold: string }>({
    about: "The balance is low",
    sample: { balance: "1.5", threshold: "5" },
    message: ({ balance, threshold }) => ({
      title: `Your balance is down to ${usd(balance)}`,
      lines: [
        `You asked for a notification below ${usd(threshold)}. Calls that cost more than your balance are refused.`,
      ],
      action: { label: "Add funds", path: "/wallet" },
    }),
    event: {
      type: "balance.low",
      data: ({ balance, threshold }) => ({ balance: Number(balance), threshold: Number(threshold) }),
    },
  }),
  budget_alert: buyerNotice<BudgetAlert>("Budgets", {
    about: "A budget is half, four fifths or fully spent",
    sample: { kind: "key", name: "ci", level: 80, period: "month", amount: "100", spent: "81.5" },
    varies: true,
    message: ({ kind, name, level, period, amount, spent }) => ({
      title: `${BUDGET_OF[kind](name ?? "")} has reached ${level}%`,
      lines: [
        `${usd(spent)} of ${usd(amount)} ${period === "total" ? "in total" : `this ${period}`} (UTC) spent.`,
        level === 100
          ? "Charges that don't fit are refused until it resets or you raise it."
          : "Charges that don't fit into what is left will be refused.",
      ],
      action: { label: "Open budgets", path: "/wallet/budgets" },
    }),
  }),
  approval_requested: notice<ApprovalRequested>({
    about: "A key or connected program asks for an approval",
    sample: { id: ID, key: "ci", ...SLUG, credits: "2" },
    message: ({ id, key, skill, credits }) => ({
      title: `${key} asks to spend ${usd(credits)} on ${skill}`,
      lines: [
        "It is above the amount that it may charge without an approval. Nothing was charged.",
        "The request expires in 24 hours.",
      ],
      action: { label: "Review the request", path: `/approvals/${id}` },
    }),
    event: {
      type: "approval.requested",
      data: ({ id, key, slug, credits }) => ({ approval_id: id, key, skill: slug, price: Number(credits) }),
    },
  }),
  auto_topup_failed: notice<{ dollars: string; reason: string }>({
    about: "An automatic top-up failed",
    sample: { dollars: "25", reason: "The card was declined." },
    message: ({ dollars, reason }) => ({
      title: `An automatic top-up of ${usd(dollars)} failed`,
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
      lines: [`You set ${usd(dollars)} a month. No further automatic top-ups in ${month}.`],
      action: WALLET,
    }),
  }),
  purchase_refunded: notice<{ skill: string; credits: string; reason: string }>({
    about: "A purchase was refunded",
    sample: { skill: "Text statistics", credits: "10", reason: "The skill left the marketplace." },
    message: ({ skill, credits, reason }) => ({
      title: `${usd(credits)} refunded for ${skill}`,
      lines: [`Your purchase was refunded and has ended. ${reason}`],
      action: { label: "See your purchases", path: "/purchases" },
    }),
  }),
  payout_paid: notice<{ dollars: string }>({
    about: "A payout arrived",
    sample: { dollars: "120" },
    message: ({ dollars }) => ({
      title: `${usd(dollars)} paid out`,
      lines: ["The payment processor says that your bank has it."],
      action: EARNINGS,
    }),
  }),
  payout_failed: notice<{ dollars: string; reason: string }>({
    about: "A payout failed",
    sample: { dollars: "120", reason: "The bank refused it." },
    message: ({ dollars, reason }) => ({
      title: `A payout of ${usd(dollars)} failed`,
      lines: [reason, "The amount is back in your earnings. Decisions in your console says what you can do."],
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
