import { endpoint } from "@/lib/interfaces/http/endpoint";
import { Advisory, AdvisoryChange, AdvisoryParams } from "@/lib/supply/advisories/schemas";
import * as advisories from "@/lib/supply/advisories/service";

export const PATCH = endpoint(
  {
    operationId: "adminUpdateAdvisory",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Change or withdraw an advisory; everyone it warned is notified",
    params: AdvisoryParams,
    body: AdvisoryChange,
    result: Advisory,
    errors: ["not_approved"],
  },
  ({ caller, params, body }) => advisories.change(caller, params, body, "marketplace"),
);
