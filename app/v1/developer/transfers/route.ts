import { endpoint } from "@/lib/interfaces/http/endpoint";
import { SkillTransferList } from "@/lib/supply/publishing/transfer-schemas";
import * as transfers from "@/lib/supply/publishing/transfers";

export const GET = endpoint(
  {
    operationId: "listTransfers",
    access: "account",
    tag: "Publishing",
    summary: "Skills that are offered to you, or that you offer",
    result: SkillTransferList,
  },
  ({ caller }) => transfers.list(caller),
);
