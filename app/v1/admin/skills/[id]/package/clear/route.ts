import { z } from "zod";
import { ReasonInput } from "@/lib/identity/accounts/admin-schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as malware from "@/lib/supply/packages/malware";

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
    summary: "Clear a malware scanner's report, so that the skill can be downloaded again",
    params: IdParams,
    body: ReasonInput,
    result: Cleared,
  },
  ({ caller, params, body }) => malware.clear(caller, params.id, body.reason),
);
