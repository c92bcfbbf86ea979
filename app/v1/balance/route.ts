import { endpoint } from "@/lib/interfaces/http/endpoint";
import { Balance } from "@/lib/money/ledger/schemas";
import * as ledger from "@/lib/money/ledger/service";

export const GET = endpoint(
  { operationId: "getBalance", access: "account", tag: "Money", summary: "Your credits", result: Balance },
  ({ caller }) => ledger.balanceAtStart(caller),
);
