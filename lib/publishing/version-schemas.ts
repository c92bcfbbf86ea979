import { z } from "zod";
import { Time } from "@/lib/core/fields";
import { pageOf, pageQuery } from "@/lib/core/page";
import { CHANGES } from "@/lib/skills/content-fields";
import { PackageSummary } from "@/lib/skills/schemas";

const DEFAULT_PAGE_SIZE = 20;

export const VersionsQuery = z.object(pageQuery(DEFAULT_PAGE_SIZE));

export const SkillVersion = z
  .object({
    version: z.number().int().meta({ description: "Number of the approved revision.", example: 2 }),
    approved_at: Time,
    is_live: z.boolean().meta({ description: "Whether this is the revision on the marketplace." }),
    package: PackageSummary.nullable(),
    changed: z.array(z.enum(CHANGES)).meta({
      description: "What differs from the approved revision before; empty for the first.",
      example: ["readme"],
    }),
  })
  .meta({ id: "SkillVersion" });
export const SkillVersionList = pageOf(SkillVersion).meta({ id: "SkillVersionList" });
