import { z } from "zod";
import { Id, IdParams, laterTime, Time } from "@/lib/platform/core/fields";
import { isUuid } from "@/lib/platform/core/ids";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf } from "@/lib/platform/core/page";

/** What an advisory is about. Sellers and administrators publish vulnerabilities; the others follow from what they do. */
export const ADVISORY_KINDS = ["yank", "vulnerability", "malware"] as const;
export type AdvisoryKind = (typeof ADVISORY_KINDS)[number];
/** From the least to the most severe. */
export const ADVISORY_SEVERITIES = ["low", "moderate", "high", "critical"] as const;
export type AdvisorySeverity = (typeof ADVISORY_SEVERITIES)[number];

const NO_ID = "00000000-0000-0000-0000-000000000000";
const MAX_VERSION = 1_000_000_000;

export const AdvisorySeverityName = z.enum(ADVISORY_SEVERITIES).meta({ id: "AdvisorySeverity", example: "high" });
export const AdvisoryKindName = z.enum(ADVISORY_KINDS).meta({ id: "AdvisoryKind" });
const Summary = z.string().trim().min(1).max(LIMITS.advisorySummary.maxLength).meta({
  description: "What was found, in one line.",
  example: "Reads files outside its folder",
});
const Details = z.string().trim().max(LIMITS.advisoryText.maxLength).meta({
  description: "More about it, as plain text.",
  example: "A prepared file name leads the script out of its folder.",
});
const Action = z.string().trim().min(1).max(LIMITS.advisoryText.maxLength).meta({
  description: "What those who have it should do.",
  example: "Update to version 3.",
});
const Version = z.number().int().min(1).max(MAX_VERSION);
const FixedIn = Version.nullable().meta({
  description: "The first version without it, by its number; null while there is none.",
  example: 3,
});

export const AdvisoryInput = z
  .strictObject({
    severity: AdvisorySeverityName,
    summary: Summary,
    details: Details.default(""),
    action: Action,
    introduced: Version.default(1).meta({ description: "The first version that has it, by its number.", example: 1 }),
    fixed_in: FixedIn.default(null),
  })
  .meta({ id: "AdvisoryInput" });
export type AdvisoryInput = z.output<typeof AdvisoryInput>;

export const AdvisoryChange = z
  .strictObject({
    severity: AdvisorySeverityName.optional(),
    summary: Summary.optional(),
    details: Details.optional(),
    action: Action.optional(),
    fixed_in: FixedIn.optional(),
    withdrawn: z.literal(true).optional().meta({
      description: "Withdraws it for good: it was wrong, or the yanked version may be installed again.",
    }),
  })
  .meta({ id: "AdvisoryChange" });
export type AdvisoryChange = z.output<typeof AdvisoryChange>;

export const YankInput = z
  .strictObject({
    version: z.string().min(1).max(64).meta({ description: "The version of the package.", example: "1.0.0" }),
    reason: z.string().trim().min(1).max(LIMITS.reason.maxLength).meta({
      description: "Why, sent to everyone who has it.",
      example: "It deletes the wrong files on Windows.",
    }),
  })
  .meta({ id: "YankInput" });
export type YankInput = z.output<typeof YankInput>;

export const AdvisoryParams = IdParams.extend({
  advisory: z
    .string()
    .transform((id) => (isUuid(id) ? id : NO_ID))
    .meta({ description: "Id of the advisory.", format: "uuid", example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11" }),
});

export const Advisory = z
  .object({
    id: Id,
    name: z.string().meta({ description: "Its public name.", example: "SKM-2026-7" }),
    kind: AdvisoryKindName,
    by_marketplace: z.boolean().meta({ description: "Whether an administrator published it, not the seller." }),
    severity: AdvisorySeverityName,
    summary: Summary,
    details: Details,
    action: Action,
    introduced: Version.meta({ description: "The first version that has it, by its number.", example: 1 }),
    fixed_in: FixedIn,
    versions: z.array(z.string()).meta({
      description: "Approved versions that have it: of packages, or the number where there is none.",
      example: ["1.0.0"],
    }),
    digests: z.array(z.string()).meta({
      description: "SHA-256 of the archives that have it.",
      example: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
    }),
    published_at: Time,
    modified_at: laterTime("2026-11-21T10:00:00.000Z"),
    withdrawn_at: Time.nullable().meta({ example: null }),
  })
  .meta({ id: "Advisory" });
export type Advisory = z.input<typeof Advisory>;
export const AdvisoryList = pageOf(Advisory).meta({ id: "AdvisoryList" });
