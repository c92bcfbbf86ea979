import * as attention from "@/lib/demand/usage/attention";
import { AttentionList } from "@/lib/demand/usage/attention-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";

export const GET = endpoint(
  {
    operationId: "listAttention",
    access: "account",
    tag: "Publishing",
    summary: "What of your skills needs you: failing endpoints, rejections, incomplete drafts, unanswered reviews",
    result: AttentionList,
  },
  ({ caller }) => attention.list(caller),
);
