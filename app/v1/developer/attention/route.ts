import { endpoint } from "@/lib/http/endpoint";
import * as attention from "@/lib/usage/attention";
import { AttentionList } from "@/lib/usage/attention-schemas";

export const GET = endpoint(
  {
    operationId: "listAttention",
    access: "account",
    tag: "Publishing",
    summary:
      "What of your skills needs you: failing endpoints, rejections, incomplete drafts, unanswered reviews",
    result: AttentionList,
  },
  ({ caller }) => attention.list(caller),
);
