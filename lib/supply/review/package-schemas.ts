import { z } from "zod";
import { wholeNumber } from "@/lib/platform/core/query";
import { Checked, FileEntry, PackageFrontmatter, PackageManifest } from "@/lib/supply/packages/schemas";

const MAX_PATH_CHARS = 500;
const MAX_REVISION = 2_147_483_647;

const revision = wholeNumber(1, MAX_REVISION).optional().meta({
  description: "A revision of the skill, by default the newest.",
  example: 2,
});

export const RevisionQuery = z.object({ revision });
export type RevisionQuery = z.output<typeof RevisionQuery>;

export const FileQuery = z.object({
  revision,
  path: z
    .string()
    .min(1)
    .max(MAX_PATH_CHARS)
    .meta({ description: "Path of the file in the package.", example: "SKILL.md" }),
  offset: wholeNumber(0, MAX_REVISION)
    .default(0)
    .meta({ description: "Where to begin: the `next_offset` of the part before.", example: 0 }),
  line: wholeNumber(1, MAX_REVISION).optional().meta({
    description: "Begins a little above this line of a text, in the place of `offset`.",
    example: 120,
  }),
});
export type FileQuery = z.output<typeof FileQuery>;

export const ReviewedPackage = PackageManifest.extend({
  revision: z.number().int().meta({ description: "The revision that has this package.", example: 2 }),
  frontmatter: PackageFrontmatter.nullable().meta({ description: "What SKILL.md says of itself." }),
  compared_with: z
    .object({ revision: z.number().int(), version: z.string(), sha256: z.string() })
    .nullable()
    .meta({ description: "The approved package that this one is compared with, unless it is that one." }),
  files: z.array(
    FileEntry.extend({
      change: z.enum(["new", "changed", "same"]).meta({
        id: "FileChange",
        description: "Against the approved package; without one, everything is new.",
        example: "new",
      }),
      checked: Checked.nullable().meta({
        description: "How much of it the checks read; null for packages from before that was noted.",
      }),
      findings: z.number().int().meta({ description: "How many remarks are about it.", example: 0 }),
    }),
  ),
  gone: z.array(FileEntry).meta({ description: "Files of the approved package that this one lacks." }),
}).meta({ id: "ReviewedPackage" });
export type ReviewedPackage = z.input<typeof ReviewedPackage>;
