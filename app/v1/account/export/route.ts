import { endpoint } from "@/lib/interfaces/http/endpoint";
import { exportAccount } from "@/lib/operator/exports/service";

export const GET = endpoint(
  {
    operationId: "exportAccount",
    access: "account",
    tag: "Account",
    summary: "Download everything we store about you",
    description: "One JSON file, ten times an hour. For a signed-in person; an API key may not.",
    stream: {
      type: "application/json",
      description: "Account, keys, sessions, ledger, purchases, usage, payments, reviews and skills.",
    },
    errors: ["session_required", "too_many_in_flight"],
  },
  ({ caller }) => exportAccount(caller),
);
