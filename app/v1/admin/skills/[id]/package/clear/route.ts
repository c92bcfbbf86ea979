import { z } from "zod";
import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as malware from "@/lib/supply/packages/malware";
import { MalwareReport } from "@/lib/supply/packages/schemas";

const MAX_REPORTS = 100;

const ScanClearance = ReasonInput.extend({
  reports: z.array(MalwareReport).min(1).max(MAX_REPORTS).meta({
    description: "The reports to clear, as `malware` of the review lists them. Later ones keep the skill paused.",
  }),
}).meta({ id: "ScanClearance" });

const Cleared = z
  .object({
    cleared: z.number().int().meta({ description: "Packages that can be downloaded again.", example: 1 }),
    found: z.array(z.string()).meta({ description: "What the scanner reported.", example: ["Eicar-Signature"] }),
  })
  .meta({ id: "ClearedScan" });

export const POST = endpoint(
  {
    operationId: "adminClearScan",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Clear reports of a malware scanner, so that the packages can be downloaded again",
    params: IdParams,
    body: ScanClearance,
    result: Cleared,
  },
  ({ caller, params, body }) => malware.clear(caller, params.id, body),
);
