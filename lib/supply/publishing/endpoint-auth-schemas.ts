import { z } from "zod";
import { Time } from "@/lib/platform/core/fields";
import { canCarrySecret } from "@/lib/supply/skills/operation-request";

const MAX_SECRET_CHARS = 4096;
const Secret = z
  .string()
  .min(1)
  .max(MAX_SECRET_CHARS)
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, { error: "must be one line of printable ASCII" });
const Short = Secret.max(256);

export const EndpointAuthInput = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("header"),
      name: Short.refine(canCarrySecret, { error: "can't be set here" }).meta({
        description:
          "Name of the header; `Authorization` for a scheme other than `bearer` and `basic`, which the value then begins with.",
        example: "X-Api-Key",
      }),
      value: Secret,
    }),
    z.strictObject({
      kind: z.literal("query"),
      name: Short.regex(/^[\w.-]+$/, { error: "must be a plain name" }).meta({ example: "api_key" }),
      value: Secret,
    }),
    z.strictObject({ kind: z.literal("bearer"), token: Secret }),
    z.strictObject({
      kind: z.literal("basic"),
      username: Short.refine((name) => !name.includes(":"), { error: "must not have a colon" }),
      password: Secret,
    }),
    z.strictObject({
      kind: z.literal("oauth_client_credentials"),
      token_url: z.string().max(2048).meta({ example: "https://auth.example.com/token" }),
      client_id: Short,
      client_secret: Secret,
      scope: Short.optional(),
    }),
  ])
  .meta({
    id: "EndpointAuthInput",
    description:
      "Credentials your server requires. Every call of a tool to the endpoint's host carries them; they are encrypted and never shown again.",
    example: { kind: "header", name: "X-Api-Key", value: "a-secret" },
  });
export type EndpointAuthInput = z.output<typeof EndpointAuthInput>;

const OriginAuth = z
  .object({
    kind: z.enum(["none", "header", "query", "bearer", "basic", "oauth_client_credentials"]).meta({
      id: "EndpointAuthKind",
      example: "header",
    }),
    name: z.string().nullable().meta({
      description: "Of a header or query parameter its name, of `basic` the user name, of OAuth the client id.",
      example: "X-Api-Key",
    }),
    token_url: z.string().nullable().meta({ example: null }),
    origin: z.string().nullable().meta({
      description: "The only origin they are sent to. Empty: they are sent nowhere, so set them again.",
      example: "https://api.example.com",
    }),
    updated_at: Time.nullable(),
  })
  .meta({ id: "OriginAuth" });
export type OriginAuth = z.input<typeof OriginAuth>;

export const EndpointAuth = OriginAuth.extend({
  origins: z.array(OriginAuth).meta({
    description: "The credentials for every origin: those of older versions are sent while these can be called.",
  }),
}).meta({ id: "EndpointAuth" });
export type EndpointAuth = z.input<typeof EndpointAuth>;

export const EndpointAuthQuery = z.object({
  origin: z
    .string()
    .max(2048)
    .refine((text) => URL.canParse(text) && new URL(text).origin === text, { error: "must be an origin" })
    .optional()
    .meta({
      description: "The origin they are for; by default that of the newest revision's endpoint.",
      example: "https://api.example.com",
    }),
});
