import type { Message } from "@/lib/notifications/messages";

/** Notifications to administrators about the installation. */
export type OperationNotice =
  /** Invariants of the ledger with the number of rows that break them, and invariants that were not checked. */
  | { kind: "ledger_broken"; data: { broken: string[]; unchecked: string[] } }
  /** A refund that did not reach its buyer; `refund` is the processor's id. */
  | {
      kind: "buyer_refund_failed";
      data: { dollars: string; refund: string; accountId: string; reason: string | null };
    };

const KINDS = ["ledger_broken", "buyer_refund_failed"];

/** Whether a notification is for administrators. */
export function isAboutOperation(notice: { kind: string }): notice is OperationNotice {
  return KINDS.includes(notice.kind);
}

/** The text of a notification to administrators. */
export function operationMessage({ kind, data }: OperationNotice): Message {
  if (kind === "buyer_refund_failed")
    return {
      title: `A refund of ${data.dollars} US dollars failed`,
      lines: [
        `The processor could not complete refund ${data.refund}${data.reason ? ` (${data.reason})` : ""}.`,
        "The buyer has the credits again. To return the money, take the credits back and pay the buyer another way.",
      ],
      action: { label: "Open the account", path: `/admin/accounts/${data.accountId}` },
    };
  const { broken, unchecked } = data;
  return {
    title: broken.length > 0 ? "Invariants of the ledger are broken" : "The ledger could not be checked",
    lines: [
      ...broken.map((each) => `Broken: ${each}.`),
      ...unchecked.map((each) => `Not checked: ${each}.`),
      "The system page shows the rows, until they are repaired.",
    ],
    action: { label: "Open the system page", path: "/admin/system" },
  };
}
