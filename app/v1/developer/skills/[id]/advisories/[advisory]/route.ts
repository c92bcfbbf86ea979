import { endpoint } from "@/lib/interfaces/http/endpoint";
import { Advisory, AdvisoryChange, AdvisoryParams } from "@/lib/supply/advisories/schemas";
import * as advisories from "@/lib/supply/advisories/service";

export const PATCH = endpoint(
  {
    operationId: "updateAdvisory",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Change or withdraw an advisory",
    description: "Everyone it warned is notified if its severity, action or fixed version changes, or it is withdrawn.",
    params: AdvisoryParams,
    body: AdvisoryChange,
    result: Advisory,
    limit: "advise",
    errors: ["not_approved"],
  },
  ({ caller, params, body }) => advisories.change(caller, params, body, "seller"),
);
