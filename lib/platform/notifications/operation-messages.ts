import type { Message } from "@/lib/platform/notifications/message";

/** Notifications to administrators about the installation. */
export type OperationNotice =
  /** Invariants of the ledger with the number of rows that break them, and invariants that were not checked. */
  | { kind: "ledger_broken"; data: { broken: string[]; unchecked: string[] } }
  /** What a developer writes about a submission, or in its appeal. */
  | { kind: "review_answer" | "review_appeal"; data: { skill: string; skillId: string; text: string } }
  /** A payer's bank questions a payment; `dispute` is the processor's id, `due` the day until which evidence is taken. */
  | {
      kind: "dispute_opened";
      data: {
        dollars: string;
        dispute: string;
        accountId: string;
        due: string | null;
        isAskedAgain?: boolean;
      };
    }
  /** The marketplace's share of a developer's sales, in percent. */
  | { kind: "fee_changed"; data: { percent: number; before: number } }
  | { kind: "report_filed"; data: { skill: string; slug: string; text: string } }
  | { kind: "queue_overdue"; data: { count: number; hours: number } }
  | { kind: "job_failing"; data: { queue: string; error: string } }
  /** A refund that did not reach its buyer; `refund` is the processor's id. */
  | {
      kind: "buyer_refund_failed";
      data: { dollars: string; refund: string; accountId: string; reason: string | null };
    };

type Kind = OperationNotice["kind"];
type DataOf<K extends Kind> = Extract<OperationNotice, { kind: K }>["data"];

/** The words for each kind of notice to administrators. */
const MESSAGES: { [K in Kind]: (data: DataOf<K>) => Message } = {
  ledger_broken: ({ broken, unchecked }) => ({
    title: broken.length > 0 ? "Invariants of the ledger are broken" : "The ledger could not be checked",
    lines: [
      ...broken.map((each) => `Broken: ${each}.`),
      ...unchecked.map((each) => `Not checked: ${each}.`),
      "The system page shows the rows, until they are repaired.",
    ],
    action: { label: "Open the system page", path: "/admin/system" },
  }),
  review_answer: ({ skill, skillId, text }) => ({
    title: `The developer of ${skill} answered`,
    lines: [text],
    action: { label: "Open the submission", path: `/admin/queue?skill=${skillId}` },
  }),
  review_appeal: ({ skill, skillId, text }) => ({
    title: `The rejection of ${skill} was appealed`,
    lines: [text],
    action: { label: "Open the submission", path: `/admin/queue?skill=${skillId}` },
  }),
  dispute_opened: ({ dollars, dispute, due, isAskedAgain }) => ({
    title: isAskedAgain
      ? `The dispute of ${dollars} US dollars needs another response`
      : `A payment of ${dollars} US dollars is disputed`,
    lines: [
      `The processor's id is ${dispute}. Answer it at the processor${due ? ` before ${due}` : ""}.`,
      "What the bank takes leaves the buyer's credits; what is spent already becomes the buyer's debt.",
    ],
    action: { label: "Open the disputes", path: `/admin/disputes?search=${dispute}` },
  }),
  fee_changed: ({ percent, before }) => ({
    title: `Your fee is now ${percent}%`,
    lines: [`It was ${before}%. It applies to sales from now on.`],
    action: { label: "Open your earnings", path: "/console/earnings" },
  }),
  report_filed: ({ skill, slug, text }) => ({
    title: `${skill} was reported`,
    lines: [text],
    action: { label: "Open the report", path: `/admin/reports?state=open&skill=${slug}` },
  }),
  queue_overdue: ({ count, hours }) => ({
    title: `${count} ${count === 1 ? "submission waits" : "submissions wait"} for review for more than ${hours} hours`,
    lines: ["Developers wait for the decision. The oldest comes first in the queue."],
    action: { label: "Open the queue", path: "/admin/queue" },
  }),
  job_failing: ({ queue, error }) => ({
    title: `The job ${queue} fails`,
    lines: [error, "It is retried automatically; the system page says whether it has recovered."],
    action: { label: "Open the system page", path: "/admin/system" },
  }),
  buyer_refund_failed: ({ dollars, refund, accountId, reason }) => ({
    title: `A refund of ${dollars} US dollars failed`,
    lines: [
      `The processor could not complete refund ${refund}${reason ? ` (${reason})` : ""}.`,
      "The buyer has the credits again. To return the money, take the credits back and pay the buyer another way.",
    ],
    action: { label: "Open the account", path: `/admin/accounts/${accountId}` },
  }),
};

/** Whether a notice is for administrators. */
export function isAboutOperation(notice: { kind: string }): notice is OperationNotice {
  return Object.hasOwn(MESSAGES, notice.kind);
}

/** The words for a notice to administrators. */
export function operationMessage(notice: OperationNotice): Message {
  // A cast, since TypeScript does not see that kind and data belong together.
  return (MESSAGES[notice.kind] as (data: OperationNotice["data"]) => Message)(notice.data);
}
