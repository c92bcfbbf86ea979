import { z } from "zod";
import { Handle } from "@/lib/identity/accounts/handle-schemas";
import { ImageId, Time } from "@/lib/platform/core/fields";
import { isPlainText } from "@/lib/platform/core/hidden-characters";
import { LIMITS } from "@/lib/platform/core/limits";

const MAX_LINKS = 5;
const MAX_URL_CHARS = 300;
const NO_HANDLE = "-";

export const HandleParams = z.object({
  handle: z
    .string()
    .meta({
      description: "Handle of the publisher. A former handle works for 90 days.",
      example: "ada-lovelace",
    })
    .transform((handle) => (/^[a-z0-9-]{1,64}$/.test(handle) ? handle : NO_HANDLE)),
});

const Bio = z
  .string()
  .trim()
  .max(LIMITS.publisherBio.maxLength)
  .refine(isPlainText, { error: "must not contain invisible characters" })
  .meta({ description: "Plain text, at most 1,000 characters.", example: "Small tools for clean data." });
const Links = z
  .array(z.url({ protocol: /^https$/, error: "must be an https URL" }).max(MAX_URL_CHARS))
  .max(MAX_LINKS)
  .meta({ description: "At most 5 https URLs.", example: ["https://example.com"] });

const Contact = z
  .union([z.email(), z.url({ protocol: /^https$/ })], { error: "must be an email or an https URL" })
  .refine((contact) => contact.length <= MAX_URL_CHARS, { error: `must have at most ${MAX_URL_CHARS} characters` })
  .meta({ description: "Public email or https URL for questions.", example: "hello@example.com" });
const Picture = ImageId.nullable().meta({
  description: "Upload it with `kind=icon`; null for a drawn one.",
  example: null,
});

export const PublisherProfile = z
  .object({
    handle: z.string().meta({ example: "ada-lovelace" }),
    bio: z.string(),
    links: z.array(z.string()),
    picture: Picture,
    contact: z.string().nullable(),
    verified_at: Time.nullable().meta({ description: "When an administrator verified your identity." }),
  })
  .meta({ id: "PublisherProfile" });

export const PublisherChange = z
  .strictObject({
    handle: Handle.optional(),
    bio: Bio.optional(),
    links: Links.optional(),
    picture: Picture.optional(),
    contact: Contact.nullable().optional(),
  })
  .meta({ id: "PublisherChange" });
export type PublisherChange = z.output<typeof PublisherChange>;

export const Publisher = z
  .object({
    handle: z.string().meta({ description: "Current handle.", example: "ada-lovelace" }),
    name: z.string().meta({ example: "Ada Lovelace" }),
    bio: z.string().meta({ example: "Small tools for clean data." }),
    links: z.array(z.string()).meta({ example: ["https://example.com"] }),
    picture: ImageId.nullable().meta({ description: "Null for the drawn one.", example: null }),
    contact: z
      .string()
      .nullable()
      .meta({ description: "Email or https URL for questions.", example: "hello@example.com" }),
    followers: z.number().int().meta({ description: "Accounts that are notified of new skills.", example: 12 }),
    verified: z.boolean().meta({ description: "Whether an administrator has verified the publisher's identity." }),
    domains: z.array(z.string()).meta({
      description: "Domains that the publisher has verified.",
      example: ["example.com"],
    }),
    member_since: Time,
    skill_count: z.number().int().meta({ description: "Skills on the marketplace.", example: 7 }),
    call_count: z.number().int().meta({ description: "Successful calls and downloads of these skills.", example: 420 }),
    rating: z
      .object({ average: z.number().nullable().meta({ example: 4.5 }), count: z.number().int() })
      .meta({ description: "Across all reviews of these skills." }),
  })
  .meta({ id: "Publisher" });

export const Following = z
  .object({
    handle: z.string().meta({ example: "ada-lovelace" }),
    name: z.string().meta({ example: "Ada Lovelace" }),
    following: z.boolean().meta({ description: "Whether you are notified of the publisher's new skills." }),
  })
  .meta({ id: "Following" });
