import { endpoint } from "@/lib/http/endpoint";
import { Balance } from "@/lib/ledger/schemas";
import * as ledger from "@/lib/ledger/service";

export const GET = endpoint(
  { operationId: "getBalance", access: "account", tag: "Money", summary: "Your credits", result: Balance },
  ({ caller }) => ledger.balanceAtStart(caller),
);
