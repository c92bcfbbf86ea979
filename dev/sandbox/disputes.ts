import {
  type Books,
  type Charge,
  type Dispute,
  type DisputeStatus,
  newBalanceTransaction,
  newDispute,
} from "@/dev/sandbox/store";

type Emit = (type: string, object: object) => object;
type Desk = { books: Books; emit: Emit };

export type DisputeAction =
  | "dispute"
  | "inquire"
  | "inquiry_escalates"
  | "inquiry_closed"
  | "prevent"
  | "dispute_lost"
  | "dispute_appealable"
  | "dispute_appealed"
  | "dispute_won";

/** Whether an action is a bank's. */
export function isDisputeAction(text: string): text is DisputeAction {
  return text === "dispute" || text === "inquire" || text === "prevent" || Object.hasOwn(STEPS, text);
}

/** From which states an action leads to which, with which event. */
const STEPS: Record<
  Exclude<DisputeAction, "dispute" | "inquire" | "prevent">,
  { from: DisputeStatus[]; to: DisputeStatus; event: "updated" | "closed" }
> = {
  inquiry_escalates: { from: ["warning_needs_response"], to: "needs_response", event: "updated" },
  inquiry_closed: { from: ["warning_needs_response"], to: "warning_closed", event: "closed" },
  dispute_lost: {
    from: ["needs_response", "appeal_needs_response", "appeal_under_review"],
    to: "lost",
    event: "closed",
  },
  dispute_appealable: { from: ["lost"], to: "appeal_needs_response", event: "updated" },
  dispute_appealed: { from: ["lost", "appeal_needs_response"], to: "appeal_under_review", event: "updated" },
  dispute_won: { from: ["needs_response", "appeal_under_review"], to: "won", event: "closed" },
};

/** The actions that a dispute allows now. */
export function stepsOf({ status }: Dispute): DisputeAction[] {
  return (Object.keys(STEPS) as (keyof typeof STEPS)[]).filter((action) => STEPS[action].from.includes(status));
}

/** Does what a bank does, when the charge allows it, and emits Stripe's events. Returns whether it did. */
export function actOnDispute(desk: Desk, charge: Charge, action: DisputeAction): boolean {
  if (action === "dispute") return open(desk, charge, "needs_response");
  if (action === "inquire") return open(desk, charge, "warning_needs_response");
  if (action === "prevent") return open(desk, charge, "prevented");
  const { from, to, event } = STEPS[action];
  const dispute = desk.books.disputes.find((known) => known.charge === charge.id && from.includes(known.status));
  if (!dispute) return false;
  dispute.status = to;
  if (action === "inquiry_escalates") withdraw(dispute);
  if (action === "dispute_won") reinstate(dispute);
  desk.emit(`charge.dispute.${event}`, dispute);
  if (action === "inquiry_escalates") desk.emit("charge.dispute.funds_withdrawn", dispute);
  if (action === "dispute_won") desk.emit("charge.dispute.funds_reinstated", dispute);
  return true;
}

function open({ books, emit }: Desk, charge: Charge, status: DisputeStatus): boolean {
  if (charge.disputed) return false;
  charge.disputed = true;
  const dispute = newDispute(charge, status);
  if (status === "needs_response") withdraw(dispute);
  books.disputes.push(dispute);
  emit("charge.dispute.created", dispute);
  if (status === "needs_response") emit("charge.dispute.funds_withdrawn", dispute);
  return true;
}

function withdraw(dispute: Dispute): void {
  dispute.balance_transactions.push(newBalanceTransaction(dispute, -dispute.amount));
}

function reinstate(dispute: Dispute): void {
  dispute.balance_transactions.push(newBalanceTransaction(dispute, dispute.amount));
}
