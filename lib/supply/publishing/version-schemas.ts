import { z } from "zod";
import { IdParams, laterTime, Time } from "@/lib/platform/core/fields";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { BEHAVIOR_KINDS } from "@/lib/supply/packages/behavior-schemas";
import { PublisherBundle } from "@/lib/supply/publishing/bundle-schemas";
import { RESULT_CHANGES } from "@/lib/supply/skills/breaking-changes";
import { CHANGES } from "@/lib/supply/skills/content-fields";
import { PARAMETER_CHANGES } from "@/lib/supply/skills/parameter-changes";
import { PackageSummary } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 20;
/** What no version is called. */
const NO_VERSION = 0;

/** Short texts that are shown as they were and are; longer ones are only named as changed. */
export const COMPARED_TEXTS = ["name", "description", "category", "execution_type"] as const;

export const VersionsQuery = z.object(pageQuery(DEFAULT_PAGE_SIZE));

const Provenance = z
  .object({
    issuer: z.string().meta({ example: "https://token.actions.githubusercontent.com" }),
    repository: z.string().meta({ example: "ada/meeting-minutes" }),
    repository_url: z.string().meta({ example: "https://github.com/ada/meeting-minutes" }),
    commit: z.string().meta({ example: "4f1c2e9a7b6d5c3e2f1a0b9c8d7e6f5a4b3c2d1e" }),
    commit_url: z.string(),
    ref: z.string().meta({ example: "refs/tags/v1.2.0" }),
    workflow: z.string().meta({ example: ".github/workflows/release.yml" }),
    environment: z.string().nullable().meta({ example: null }),
    run_url: z.string(),
  })
  .meta({ id: "Provenance" });

export const SkillVersion = z
  .object({
    version: z.number().int().meta({ description: "Number of the approved revision.", example: 2 }),
    approved_at: Time,
    is_live: z.boolean().meta({ description: "Whether this is the revision on the marketplace." }),
    callable_until: Time.nullable().meta({
      description:
        "Until when it can still be called with `version`, after a breaking version followed it; null for any other.",
      example: null,
    }),
    package: PackageSummary.nullable(),
    provenance: Provenance.nullable().meta({
      description: "Where the package was built, as its CI proved; null when it was uploaded otherwise.",
      example: null,
    }),
    publisher_bundle: PublisherBundle.nullable().meta({
      description: "The publisher's own signature of the package, verified by the marketplace; null without one.",
      example: null,
    }),
    changed: z.array(z.enum(CHANGES).meta({ id: "ContentField" })).meta({
      description: "What differs from the approved revision before; empty for the first.",
      example: ["readme"],
    }),
    changes: z
      .object({
        texts: z
          .array(
            z.object({
              field: z.enum(COMPARED_TEXTS).meta({ id: "ComparedText" }),
              before: z.string(),
              after: z.string(),
            }),
          )
          .meta({ description: "Name, description, category and kind, where they differ." }),
        parameters: z
          .array(
            z.object({
              name: z.string(),
              change: z.enum(PARAMETER_CHANGES).meta({ id: "ParameterChange" }),
              breaking: z.boolean(),
            }),
          )
          .meta({
            description: "What differs in the parameters; `breaking` when calls that were valid may be refused.",
            example: [{ name: "language", change: "added", breaking: false }],
          }),
        results: z
          .array(z.object({ name: z.string(), change: z.enum(RESULT_CHANGES).meta({ id: "ResultChange" }) }))
          .meta({ description: "What may break those who read the result.", example: [] }),
        files: z
          .array(
            z.object({
              path: z.string(),
              change: z.enum(["added", "removed", "changed"]).meta({ id: "PackageFileChange" }),
            }),
          )
          .meta({ description: "Files of the package that differ.", example: [] }),
        permissions: z
          .array(z.object({ kind: z.enum(BEHAVIOR_KINDS).meta({ id: "BehaviorKind" }), value: z.string() }))
          .meta({ description: "What the package's code does that it did not do before.", example: [] }),
        prices: z
          .array(z.object({ before: z.string(), after: z.string(), at: Time }))
          .meta({ description: "Changes of the price since the version before; of the newest, until now." }),
      })
      .meta({ description: "What differs from the version before." }),
  })
  .meta({ id: "SkillVersion" });
export type SkillVersion = z.input<typeof SkillVersion>;
const VersionNumber = z.number().int().meta({ description: "Number of the approved revision.", example: 2 });

export const OlderVersion = z
  .object({
    version: VersionNumber,
    superseded_at: Time.meta({ description: "When the breaking version that followed it was approved." }),
    callable: z.boolean().meta({ description: "Whether it can be called now.", example: true }),
    callable_until: Time.nullable().meta({
      description: "Until when; null after you ended it.",
      example: null,
    }),
    ends_at: laterTime("2999-12-31T00:00:00.000Z").meta({
      description: "When it can no longer be called at all.",
    }),
  })
  .meta({ id: "OlderVersion" });
export type OlderVersion = z.input<typeof OlderVersion>;
export const OlderVersionList = pageOf(OlderVersion).meta({ id: "OlderVersionList" });
export const OlderVersionParams = IdParams.extend({
  version: z
    .string()
    .transform((text) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : NO_VERSION))
    .meta({ description: "Number of the version.", override: { type: "string", example: "2" } }),
});
export const OlderVersionChange = z
  .strictObject({
    callable: z.boolean().meta({ description: "Whether it can be called.", example: false }),
  })
  .meta({ id: "OlderVersionChange" });

export const SkillVersionList = pageOf(SkillVersion).meta({ id: "SkillVersionList" });
