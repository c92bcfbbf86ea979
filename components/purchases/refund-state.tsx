import { Badge, type Tone } from "@/components/ui/badge";
import type { RefundRequestState } from "@/lib/demand/purchases/refund-request-schemas";

const LOOKS: Record<RefundRequestState, [text: string, tone: Tone]> = {
  open: ["waiting for the developer", "warn"],
  declined: ["declined", "plain"],
  escalated: ["waiting for an administrator", "warn"],
  refunded: ["refunded", "ok"],
  rejected: ["rejected", "plain"],
  closed: ["closed", "plain"],
};

/** The state of a request for a refund. */
export function RefundStateBadge({ state }: { state: RefundRequestState }) {
  const [text, tone] = LOOKS[state];
  return <Badge tone={tone}>{text}</Badge>;
}
