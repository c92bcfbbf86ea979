import { z } from "zod";
import { Id, Time } from "@/lib/platform/core/fields";
import { Severity } from "@/lib/platform/core/severity-schemas";
import { PackageBehavior } from "@/lib/supply/packages/behavior-schemas";

/** Longer than the names that clamd gives; its reply has at most as many characters. */
const MAX_FOUND_CHARS = 4_096;

export const PackageFinding = z.object({
  rule: z.string().meta({ example: "description" }),
  file: z.string().nullable().meta({ example: "SKILL.md" }),
  line: z.number().int().nullable(),
  severity: Severity,
  message: z.string(),
});

export const MalwareReport = z
  .strictObject({
    package_id: Id,
    found: z
      .string()
      .min(1)
      .max(MAX_FOUND_CHARS)
      .meta({ description: "What the scanner reports.", example: "Eicar-Signature" }),
  })
  .meta({ id: "MalwareReport" });
export type MalwareReport = z.output<typeof MalwareReport>;

export const Checked = z.enum(["whole", "start", "none"]).meta({
  id: "CheckedPart",
  description: "How much of a file the checks read: all of it, its first MiB, or nothing since it is not text.",
  example: "whole",
});
export type Checked = z.output<typeof Checked>;

export const PackageManifest = z
  .object({
    version: z.string().meta({ example: "1.2.0" }),
    name: z.string().meta({
      description: "The `name` in SKILL.md, which is the archive's one folder.",
      example: "meeting-minutes",
    }),
    size: z.number().int().meta({ description: "Bytes of the canonical archive.", example: 4096 }),
    sha256: z.string().meta({
      description:
        "Of the canonical archive: what was sent is read once and written again, and that is what is reviewed, stored and downloaded.",
      example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    }),
    files: z
      .array(z.object({ path: z.string(), size: z.number().int(), sha256: z.string() }))
      .meta({ description: "Every file, its path relative to the skill's folder." }),
    findings: z.array(PackageFinding).meta({ description: "What the checks found, the most severe first." }),
    behavior: PackageBehavior.nullable().meta({
      description: "What its code does, as its text says; null for packages from before this was looked at.",
    }),
    created_at: Time,
  })
  .meta({ id: "PackageManifest" });
export type PackageManifest = z.input<typeof PackageManifest>;

export const UploadedPackage = PackageManifest.extend({
  message: z.string().meta({ description: "What became of the ZIP that was sent, in a sentence." }),
}).meta({ id: "UploadedPackage" });
export type UploadedPackage = z.input<typeof UploadedPackage>;

export const PackageFrontmatter = z.object({
  name: z.string(),
  description: z.string(),
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  allowed_tools: z.array(z.string()),
});
export type PackageFrontmatter = z.input<typeof PackageFrontmatter>;

export const FileEntry = z.object({ path: z.string(), size: z.number().int(), sha256: z.string() });

export const PackageFile = FileEntry.extend({
  encoding: z.enum(["text", "hex"]).meta({
    id: "FileEncoding",
    description: "`text` as agents get it, or for anything else a dump of its bytes in hexadecimal.",
    example: "text",
  }),
  text: z.string().meta({ description: "A part of the file, with every character that it has." }),
  line: z.number().int().meta({ description: "Number of the part's first line.", example: 1 }),
  offset: z.number().int().meta({ description: "Where the part begins, in characters or bytes.", example: 0 }),
  next_offset: z.number().int().nullable().meta({ description: "Where the next part begins; null at the end." }),
  total: z.number().int().meta({ description: "Characters, or bytes, of the whole file.", example: 1200 }),
}).meta({ id: "PackageFile" });
export type PackageFile = z.input<typeof PackageFile>;
