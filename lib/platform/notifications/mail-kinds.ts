/** Every kind of mail, with the sample data that its preview shows. */
import {
  changeEmailMessage,
  emailChangedMessage,
  invitationMessage,
  resetPasswordMessage,
  verifyEmailMessage,
} from "@/lib/platform/notifications/link-messages";
import type { Message } from "@/lib/platform/notifications/message";
import { messageOf, type Notice } from "@/lib/platform/notifications/messages";

type Data = Record<string, unknown>;
/** `isNotice`: the recipient has an account, so the mail may name them. `varies`: its default text is not one sentence with blanks. */
export type MailKind = {
  description: string;
  sample: Data;
  message: (data: Data) => Message;
  isNotice: boolean;
  varies: boolean;
  required: string[];
};

type Kind = Exclude<Notice["kind"], "new_version">;
/** Some notices share one type of data among several kinds. */
type DataFor<N extends Notice, K> = N extends unknown ? (K extends N["kind"] ? N["data"] : never) : never;
type DataOf<K extends Kind> = DataFor<Notice, K>;

const ID = "019a0000-0000-7000-8000-000000000000";
const SKILL = { skill: "Text statistics", skillId: ID };
const SLUG = { skill: "Text statistics", slug: "text-statistics" };
const BACK = { skill: "Text statistics", credits: "10" };
const SWITCHED = { isOn: true };

/** Each kind of notification that is mailed: what it is about, and a sample. */
const NOTICES: { [K in Kind]: [description: string, sample: DataOf<K>] } = {
  receipt: ["Credits were bought", { credits: "25", dollars: "25" }],
  refund_failed: ["A refund of money failed", { dollars: "25" }],
  low_balance: ["The balance is low", { balance: "1.5", threshold: "5" }],
  auto_topup_failed: ["An automatic top-up failed", { dollars: "25", reason: "The card was declined." }],
  auto_topup_paused: ["Automatic top-ups were turned off", { reason: "An automatic payment was refunded." }],
  auto_topup_limit: ["Automatic top-ups reached their limit", { dollars: "100", month: "November 2026" }],
  purchase_made: [
    "A subscription was bought",
    { skill: "Text statistics", credits: "5", interval: "month", date: "2026-12-01", renews: true },
  ],
  renewal_ahead: [
    "A subscription renews soon",
    { skill: "Text statistics", credits: "5", date: "2026-12-01", isShort: false },
  ],
  purchase_lapsed: ["A subscription was not renewed", { ...SLUG, credits: "5", reason: "credits" }],
  price_rise: [
    "A skill in use will cost more",
    { ...SLUG, before: "0.01 credits per call", after: "0.02 credits per call", date: "2026-12-01" },
  ],
  breaking_version: [
    "A new version may break calls",
    {
      ...SLUG,
      version: 3,
      changes: ["The parameter text was removed"],
      more: 0,
      before: 2,
      until: "2027-02-26",
    },
  ],
  slug_released: [
    "A draft got another slug",
    { ...SKILL, slug: "text-statistics-2", former: "text-statistics" },
  ],
  review_comment: ["A reviewer commented on a submission", { ...SKILL, text: "What does the limit mean?" }],
  skill_approved: ["A skill was approved", { ...SLUG, isLive: true }],
  skill_rejected: ["A skill was rejected", { ...SKILL, reason: "The endpoint does not answer." }],
  endpoint_failing: ["A developer's endpoint fails", { ...SKILL, calls: 40, failures: 12 }],
  endpoint_slow: ["A developer's endpoint is slow", { ...SKILL, calls: 40, seconds: 12 }],
  first_sale: ["A skill's first sale", SKILL],
  new_review: ["A skill has a new review", { ...SKILL, rating: 5 }],
  purchase_refunded: ["A purchase was refunded", { ...BACK, reason: "The skill left the marketplace." }],
  payout_paid: ["A payout arrived", { dollars: "120" }],
  payout_failed: ["A payout failed", { dollars: "120", reason: "The bank refused it." }],
  security_password: ["A password was changed", SWITCHED],
  security_two_factor: ["Two-factor authentication was switched on or off", SWITCHED],
  security_codes: ["Recovery codes were made", SWITCHED],
  security_payouts: ["An account for payouts was connected or disconnected", SWITCHED],
  security_passkey: ["A passkey was added or removed", { isOn: true, name: "Phone" }],
  security_provider: ["A way to sign in was added or removed", { isOn: true, name: "GitHub" }],
  security_key: [
    "An API key was made",
    { name: "Laptop", prefix: "sk_a1b2", madeBy: "sk_c3d4", isAdmin: false },
  ],
  security_webhook: [
    "A webhook was added or changed",
    { isAdded: true, url: "https://example.com/hook", id: ID },
  ],
  account_suspended: [
    "An account was suspended",
    { date: "2026-11-23", reason: "It sends spam.", contact: "support@example.com" },
  ],
  account_restored: ["An account's suspension ended", {}],
  download_suspended: [
    "To those who downloaded it: a package was suspended",
    { skill: "Text statistics", date: "2026-11-23", reason: "It reads SSH keys." },
  ],
  skill_suspended: ["A skill was suspended", { ...SKILL, reason: "It copies another skill." }],
  skill_restored: ["A skill's suspension ended", SKILL],
  skill_warned: ["A skill must be changed", { ...SKILL, note: "Explain what it stores." }],
  account_viewed: [
    "An administrator viewed the account",
    { by: "Example Ltd", reason: "You asked why a receipt is missing.", minutes: 15 },
  ],
  report_decided: ["A report was decided", { skill: "Text statistics", outcome: "warned" }],
  webhook_disabled: ["A webhook was disabled", { url: "https://example.com/hook", id: ID }],
  refund_requested: [
    "To a developer: a buyer asks for a refund",
    { ...BACK, reason: "It does not do what it says.", due: "2026-12-01" },
  ],
  refund_declined: ["A developer declined a refund", { skill: "Text statistics", reason: "It was used." }],
  refund_escalated: ["To administrators: a refund request waits", BACK],
  refund_rejected: ["A refund request was rejected", { skill: "Text statistics", reason: "It was used." }],
  refund_taken: ["To a developer: a purchase was refunded", { ...BACK, reason: "It never worked." }],
  ledger_broken: [
    "To administrators: the ledger is broken",
    { broken: ["wallets differ from their entries"], unchecked: [] },
  ],
  review_answer: ["To administrators: a developer answered", { ...SKILL, text: "It is in the readme." }],
  review_appeal: ["To administrators: a rejection was appealed", { ...SKILL, text: "It is our own work." }],
  dispute_opened: [
    "To administrators: a payment is disputed",
    { dollars: "25", dispute: "dp_1", accountId: ID, due: "2026-12-01" },
  ],
  fee_changed: ["To a developer: the fee changed", { percent: 10, before: 15 }],
  report_filed: ["To administrators: a skill was reported", { ...SLUG, text: "It copies another skill." }],
  queue_overdue: ["To administrators: submissions wait too long", { count: 3, hours: 48 }],
  job_failing: ["To administrators: a job fails", { queue: "send-mail", error: "connect ECONNREFUSED" }],
  buyer_refund_failed: [
    "To administrators: a refund failed",
    { dollars: "25", refund: "re_1", accountId: ID, reason: "lost or stolen card" },
  ],
};

/** Notifications whose sentences depend on their data. */
const VARYING = new Set<Kind>([
  "purchase_made",
  "renewal_ahead",
  "purchase_lapsed",
  "breaking_version",
  "skill_approved",
  "skill_rejected",
  "security_password",
  "security_two_factor",
  "security_codes",
  "security_payouts",
  "security_passkey",
  "security_provider",
  "security_key",
  "security_webhook",
  "report_decided",
  "webhook_disabled",
  "ledger_broken",
  "dispute_opened",
  "queue_overdue",
  "buyer_refund_failed",
]);

const LINK = { url: "https://example.com/link?token=sample" };
const link = (description: string, message: (url: string) => Message): MailKind => ({
  description,
  sample: LINK,
  message: ({ url }) => message(String(url)),
  isNotice: false,
  varies: false,
  required: ["link"],
});

/** Mails that are no notifications: most carry a link without which they are of no use. */
const LINKS: Record<string, MailKind> = {
  verify_email: link("To confirm an email", verifyEmailMessage),
  change_email: link("To confirm a new email", changeEmailMessage),
  reset_password: link("To choose a new password", resetPasswordMessage),
  email_changed: {
    ...link("To the former email: it was changed", emailChangedMessage),
    sample: {},
    required: [],
  },
  invitation: {
    ...link("An invitation to register", () => invitationMessage("", "")),
    sample: { marketplace: "Skills Marketplace", email: "ada@example.com" },
    message: ({ marketplace, email }) => invitationMessage(String(marketplace), String(email)),
  },
};

/** Every kind of mail by its name, links first. */
export const MAIL_KINDS: ReadonlyMap<string, MailKind> = new Map([
  ...Object.entries(LINKS),
  ...Object.entries(NOTICES).map(([kind, [description, sample]]): [string, MailKind] => [
    kind,
    {
      description,
      sample,
      // A cast: the table above relates kinds to their data.
      message: (data) => messageOf({ kind, data } as unknown as Notice),
      isNotice: true,
      varies: VARYING.has(kind as Kind),
      required: [],
    },
  ]),
]);
