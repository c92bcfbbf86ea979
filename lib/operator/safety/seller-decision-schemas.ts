import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { pageOf, pageQuery } from "@/lib/platform/core/page";

const DEFAULT_PAGE_SIZE = 50;

export const SellerDecisionKind = z
  .enum(["rejection", "suspension", "pause", "warning", "advisory", "removal", "withheld_payout", "name_claim"])
  .meta({ id: "SellerDecisionKind", example: "rejection" });

export const SellerDecision = z
  .object({
    id: z.string().meta({ description: "Stable while the decision is.", example: "rejection:019aa0d2" }),
    kind: SellerDecisionKind,
    title: z.string().meta({ description: "What was decided.", example: "Text statistics 2 was not approved" }),
    reason: z.string().meta({ description: "Why.", example: "The endpoint does not respond." }),
    evidence: z.array(z.string()).meta({
      description: "What it rests on, a line each.",
      example: ["scripts/run.sh:3: Pipes a download into a shell."],
    }),
    since: Time,
    skill: z
      .object({ id: Id, slug: z.string(), name: z.string() })
      .nullable()
      .meta({ description: "Null when it is not about one of your skills." }),
    appeal: z
      .object({
        how: z.string().meta({ description: "What to do against it.", example: "Appeal in the skill's history." }),
        operation: z.string().nullable().meta({
          description: "The operation of this API that appeals; null when there is none, or none any more.",
          example: "POST /v1/developer/skills/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11/appeal",
        }),
        page: z.string().meta({ description: "Where to read and do it.", example: "/console/019aa0d2/history" }),
      })
      .meta({ description: "How to appeal." }),
  })
  .meta({ id: "SellerDecision" });
export type SellerDecision = z.input<typeof SellerDecision>;
export const SellerDecisionQuery = z.object({
  kind: SellerDecisionKind.optional().meta({ description: "Only this kind.", example: "rejection" }),
  ...pageQuery(DEFAULT_PAGE_SIZE),
});
export type SellerDecisionQuery = z.output<typeof SellerDecisionQuery>;
export const SellerDecisionList = pageOf(SellerDecision).meta({ id: "SellerDecisionList" });
