import { z } from "zod";
import { ImageId } from "@/lib/core/fields";
import { MAX_SCREENSHOTS } from "@/lib/core/limits";

export const Screenshots = z
  .array(ImageId)
  .min(1)
  .max(MAX_SCREENSHOTS)
  .refine((ids) => new Set(ids).size === ids.length, { error: "must not repeat an image" })
  .meta({
    description: "Ids of up to 5 images, in their order.",
    example: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"],
  });

export const PackagePreview = z.enum(["skill_md", "all_files"]).meta({
  description: "What anyone may read of the package before buying: its SKILL.md, or all of its files.",
  example: "all_files",
});

export const UsedVersion = z.number().int().nullable().meta({
  description: "Number of the skill's version that was used; null where it was not recorded.",
  example: 2,
});
