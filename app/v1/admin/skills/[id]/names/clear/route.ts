import { z } from "zod";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import * as listedNames from "@/lib/supply/review/listed-names";
import { NameClearance } from "@/lib/supply/review/schemas";

const Cleared = z
  .object({ cleared: z.number().int().meta({ description: "Findings that were cleared.", example: 1 }) })
  .meta({ id: "ClearedNames" });

export const POST = endpoint(
  {
    operationId: "adminClearNames",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Clear what a check since the approval found in the names of a listed skill",
    params: IdParams,
    body: NameClearance,
    result: Cleared,
    errors: ["own_skill_review"],
  },
  ({ caller, params, body }) => listedNames.clear(caller, params.id, body),
);
