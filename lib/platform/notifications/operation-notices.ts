import { dollars as usd } from "@/lib/platform/core/dollars";
import { ID, notice, SKILL, SLUG } from "@/lib/platform/notifications/notice-kind";

const SYSTEM = { label: "Open the system page", path: "/admin/system" };

type Drifted = { skill: string; skillId: string; differences: string[]; isPaused?: true };

export const OPERATION_NOTICES = {
  /** Invariants of the ledger with the number of rows that break them, and invariants that were not checked. */
  ledger_broken: notice<{ broken: string[]; unchecked: string[] }>({
    about: "To administrators: the ledger is broken",
    sample: { broken: ["wallets differ from their entries"], unchecked: [] },
    varies: true,
    message: ({ broken, unchecked }) => ({
      title: broken.length > 0 ? "Ledger invariants are broken" : "The ledger couldn't be checked",
      lines: [
        ...broken.map((each) => `Broken: ${each}.`),
        ...unchecked.map((each) => `Not checked: ${each}.`),
        "The system page lists the rows until they are repaired.",
      ],
      action: SYSTEM,
    }),
  }),
  malware_found: notice<{ skill: string; skillId: string; found: string }>({
    about: "To administrators: a malware scanner reported a package",
    sample: { ...SKILL, found: "Eicar-Signature" },
    message: ({ skill, skillId, found }) => ({
      title: `A malware scanner reports ${found} in ${skill}`,
      lines: ["Its downloads are paused. Check the package, then clear the report or recall the skill."],
      action: { label: "Open the skill", path: `/admin/queue?skill=${skillId}` },
    }),
  }),
  /** What a developer writes about a submission, and in its appeal. */
  review_answer: notice<{ skill: string; skillId: string; text: string }>({
    about: "To administrators: a developer replied",
    sample: { ...SKILL, text: "It is in the readme." },
    message: ({ skill, skillId, text }) => ({
      title: `The developer of ${skill} replied`,
      lines: [text],
      action: { label: "Open the submission", path: `/admin/queue?skill=${skillId}` },
    }),
  }),
  review_appeal: notice<{ skill: string; skillId: string; text: string; isPause?: true }>({
    about: "To administrators: a rejection or a pause of sales was appealed",
    sample: { ...SKILL, text: "It is our own work." },
    message: ({ skill, skillId, text, isPause }) => ({
      title: isPause ? `The pause of ${skill}'s sales was appealed` : `The rejection of ${skill} was appealed`,
      lines: [text],
      action: { label: "Open the submission", path: `/admin/queue?skill=${skillId}` },
    }),
  }),
  decision_dropped: notice<{ skill: string; skillId: string; action: "approve" | "reject"; why: string }>({
    about: "To administrators: a scheduled decision could not take effect",
    sample: { ...SKILL, action: "approve", why: "The developer has changed this skill: look at revision 2." },
    message: ({ skill, skillId, why }) => ({
      title: `Your decision about ${skill} did not take effect`,
      lines: [why],
      action: { label: "Open the submission", path: `/admin/queue?skill=${skillId}` },
    }),
  }),
  request_reported: notice<{ request: string }>({
    about: "To administrators: a request for a skill was reported",
    sample: { request: "Read receipts into a table" },
    message: ({ request }) => ({
      title: "A request for a skill was reported",
      lines: [request, "Keep it, or remove it."],
      action: { label: "Open the requests", path: "/admin/requests?reported=true" },
    }),
  }),
  /** A chargeback; `dispute` is the processor's id, `due` the day until which evidence is taken. */
  dispute_opened: notice<{
    dollars: string;
    dispute: string;
    accountId: string;
    due: string | null;
    isAskedAgain?: boolean;
  }>({
    about: "To administrators: a payment is disputed",
    sample: { dollars: "25", dispute: "dp_1", accountId: ID, due: "2026-12-01" },
    varies: true,
    message: ({ dollars, dispute, due, isAskedAgain }) => ({
      title: isAskedAgain
        ? `The dispute of ${usd(dollars)} needs another response`
        : `A payment of ${usd(dollars)} is disputed`,
      lines: [
        `The dispute's ID is ${dispute}. Submit evidence at the payment processor${due ? ` before ${due}` : ""}.`,
        "The disputed amount is deducted from the buyer's balance; what they already spent becomes their debt.",
      ],
      action: { label: "Open the disputes", path: `/admin/disputes?search=${dispute}` },
    }),
  }),
  report_filed: notice<{ skill: string; slug: string; text: string }>({
    about: "To administrators: a skill was reported",
    sample: { ...SLUG, text: "It copies another skill." },
    message: ({ skill, slug, text }) => ({
      title: `${skill} was reported`,
      lines: [text],
      action: { label: "Open the report", path: `/admin/reports?state=open&skill=${slug}` },
    }),
  }),
  skill_drifted: notice<Drifted>({
    about: "To administrators: an endpoint's responses changed in a harmful way since the review",
    sample: { ...SKILL, differences: ["The response breaks its schema: words is required."] },
    varies: true,
    message: ({ skill, skillId, differences, isPaused }) => ({
      title: isPaused
        ? `Sales of ${skill} are paused: its responses changed in a harmful way`
        : `Harmful change in ${skill}'s responses`,
      lines: isPaused
        ? [
            ...differences,
            "It is off the marketplace until you resume its sales, suspend it or approve another version.",
          ]
        : differences,
      action: { label: "Open the review", path: `/admin/queue?skill=${skillId}` },
    }),
  }),
  skill_differs: notice<Drifted>({
    about: "To administrators: an endpoint responds differently than when it was reviewed",
    sample: { ...SKILL, differences: ["Missing now: words."] },
    isMailed: false,
    varies: true,
    message: ({ skill, skillId, differences }) => ({
      title: `${skill} responds differently than when it was reviewed`,
      lines: differences,
      action: { label: "Open the review", path: `/admin/queue?skill=${skillId}` },
    }),
  }),
  queue_overdue: notice<{ count: number; hours: number }>({
    about: "To administrators: submissions are overdue",
    sample: { count: 3, hours: 48 },
    varies: true,
    message: ({ count, hours }) => ({
      title: `${count} ${count === 1 ? "submission waits" : "submissions wait"} for review for more than ${hours} hours`,
      lines: ["Developers are waiting for a decision. The queue lists the oldest first."],
      action: { label: "Open the queue", path: "/admin/queue" },
    }),
  }),
  job_failing: notice<{ queue: string; error: string }>({
    about: "To administrators: a job fails",
    sample: { queue: "send-mail", error: "connect ECONNREFUSED" },
    message: ({ queue, error }) => ({
      title: `The job ${queue} fails`,
      lines: [error, "It is retried automatically; the system page says whether it has recovered."],
      action: SYSTEM,
    }),
  }),
  /** A refund that did not reach its buyer; `refund` is the processor's id. */
  buyer_refund_failed: notice<{ dollars: string; refund: string; accountId: string; reason: string | null }>({
    about: "To administrators: a refund failed",
    sample: { dollars: "25", refund: "re_1", accountId: ID, reason: "lost or stolen card" },
    varies: true,
    message: ({ dollars, refund, accountId, reason }) => ({
      title: `A refund of ${usd(dollars)} failed`,
      lines: [
        `The processor could not complete refund ${refund}${reason ? ` (${reason})` : ""}.`,
        "The amount is back in the buyer's balance. To return the money, deduct it there and pay the buyer another way.",
      ],
      action: { label: "Open the account", path: `/admin/accounts/${accountId}` },
    }),
  }),
};
