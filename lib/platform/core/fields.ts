import { z } from "zod";
import { isUuid } from "@/lib/platform/core/ids";
import { isPrivateSlug } from "@/lib/platform/core/limits";

/** Whether a text can be stored or looked for: no database takes NUL or broken Unicode. */
export const isStorable = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed();

export const Id = z.uuid().meta({ description: "UUIDv7.", example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11" });

/** A moment as we answer it, with an example that comes after those of other fields: RFC 3339 in UTC. Takes a Date. */
export const laterTime = (example: string) =>
  z
    .union([z.date(), z.string()])
    .transform((value) => (typeof value === "string" ? value : value.toISOString()))
    .pipe(z.string())
    .meta({ override: { type: "string", format: "date-time", description: "RFC 3339, UTC.", example } });

/** A moment as we answer it: RFC 3339 in UTC. Takes a Date. */
export const Time = laterTime("2026-11-20T10:00:00.000Z");

/** What no resource is called. */
const NO_ID = "00000000-0000-0000-0000-000000000000";
const NO_SLUG = "-";
const SLUG = /^[a-z0-9-]{1,64}$/;

/**
 * The path parameter of a resource that is known by its id. A malformed one is looked up as an id that nothing has, so
 * that it is answered exactly like an unknown one.
 */
export const IdParams = z.object({
  id: z
    .string()
    .meta({
      description: "Id of the resource.",
      format: "uuid",
      example: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
    })
    .transform((id) => (isUuid(id) ? id : NO_ID)),
});

/** The path parameter of a skill on the marketplace; a malformed one is looked up as a slug that nothing has. */
export const SlugParams = z.object({
  slug: z
    .string()
    .meta({
      description: "Slug of the skill; of a private one `@{handle}/{slug}`, with the slash as it is or encoded.",
      example: "text-statistics",
    })
    .transform((slug) => (SLUG.test(slug) || isPrivateSlug(slug) ? slug : NO_SLUG)),
});

export const ImageId = z
  .string()
  .regex(/^[0-9a-f]{64}$/, { error: "is no id of an image" })
  .meta({
    description: "Id of an image: POST /v1/developer/images makes it, GET /v1/images/{id} has its bytes.",
    example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  });
