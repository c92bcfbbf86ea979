import { z } from "zod";
import { Handle } from "@/lib/identity/accounts/handle-schemas";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { pageOf } from "@/lib/platform/core/page";

const Party = z.object({
  handle: z.string().meta({ example: "acme" }),
  name: z.string().meta({ example: "Acme" }),
});

export const SkillTransferInput = z
  .strictObject({
    to: Handle.meta({
      description: "Handle of the organization, or of the person, that the skill goes to.",
      example: "acme",
    }),
  })
  .meta({ id: "SkillTransferInput" });
export type SkillTransferInput = z.output<typeof SkillTransferInput>;

export const SkillTransfer = z
  .object({
    skill: z.object({
      id: Id,
      slug: z.string().meta({ example: "text-statistics" }),
      name: z.string().meta({ example: "Text statistics" }),
    }),
    from: Party,
    to: Party,
    direction: z.enum(["in", "out"]).meta({
      id: "SkillTransferDirection",
      description: "`in`: offered to you. `out`: offered by you.",
      example: "in",
    }),
    created_at: Time,
    expires_at: laterTime("2026-11-28T10:00:00.000Z"),
  })
  .meta({ id: "SkillTransfer" });
export type SkillTransfer = z.input<typeof SkillTransfer>;
export const SkillTransferList = pageOf(SkillTransfer).meta({ id: "SkillTransferList" });

export const SkillTransferEnd = z
  .object({
    id: Id.meta({ description: "The skill." }),
    state: z.enum(["accepted", "ended"]).meta({ id: "SkillTransferState" }),
  })
  .meta({ id: "SkillTransferEnd" });
