import { z } from "zod";
import { OrganizationParams } from "@/lib/identity/organizations/schemas";
import { DomainName } from "@/lib/platform/core/domain-name";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { pageOf } from "@/lib/platform/core/page";

const MAX_URL_CHARS = 500;
const MAX_CLIENT_CHARS = 255;
const MAX_SECRET_CHARS = 1_000;
/** Printable ASCII: what fits into a form and an Authorization header. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** An owner is named by an owner. */
const JoiningRole = z.enum(["billing", "developer", "member", "viewer"]).meta({
  id: "JoiningRole",
  description: "The role of people who join by signing in.",
  example: "member",
});

const Issuer = z
  .string()
  .trim()
  .max(MAX_URL_CHARS)
  .refine(isIssuer, { error: "must be an https URL without query, such as https://login.example.com" })
  .meta({ description: "The provider's issuer URL.", example: "https://login.example.com" });

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return false;
  return !url.search && !url.hash && !url.username && !url.password && !url.pathname.includes("/.well-known/");
}

const ClientId = z
  .string()
  .trim()
  .max(MAX_CLIENT_CHARS)
  .regex(PRINTABLE, { error: "must be printable characters without spaces" })
  .meta({ description: "Client id that the provider gave you.", example: "skills-marketplace" });

export const OrganizationSignInInput = z
  .strictObject({
    domain: DomainName.meta({ description: "Domain of your members' emails.", example: "example.com" }),
    issuer: Issuer,
    client_id: ClientId,
    client_secret: z
      .string()
      .trim()
      .max(MAX_SECRET_CHARS)
      .regex(PRINTABLE, { error: "must be printable characters without spaces" })
      .optional()
      .meta({
        description: "Client secret. Leave out to keep the stored one, while issuer and client id stay the same.",
        example: "p7mVq4sX1nB8wZ3k",
      }),
  })
  .meta({ id: "OrganizationSignInInput" });
export type OrganizationSignInInput = z.output<typeof OrganizationSignInInput>;

export const OrganizationSignInChange = z
  .strictObject({
    default_role: JoiningRole.optional(),
    obligatory: z.boolean().optional().meta({
      description: "Whether members act for the organization only after its sign-in.",
      example: true,
    }),
    way_in: Id.optional().meta({
      description:
        "Id of the owner who acts for the organization without its sign-in; you, unless you name another. The owner needs a password, passkey or provider.",
    }),
  })
  .refine((change) => Object.keys(change).length > 0, { error: "name at least one field to change" })
  .meta({ id: "OrganizationSignInChange" });
export type OrganizationSignInChange = z.output<typeof OrganizationSignInChange>;

export const OrganizationSignInView = z
  .object({
    domain: DomainName,
    txt_name: z.string().meta({ description: "Name of the TXT record.", example: "_skills-marketplace.example.com" }),
    txt_value: z.string().meta({ description: "Content of the record.", example: "skills-marketplace=Zk3fT9" }),
    verified_at: Time.nullable().meta({ description: "When the domain was verified; null until then." }),
    checked_at: laterTime("2026-11-27T10:00:00.000Z").nullable(),
    failing_since: Time.nullable().meta({
      description: "Since when the record has been missing; after 14 days the sign-in pauses.",
      example: null,
    }),
    issuer: z.string().meta({ example: "https://login.example.com" }),
    client_id: z.string().meta({ example: "skills-marketplace" }),
    redirect_uri: z.string().meta({
      description: "Register this at the provider.",
      example: "https://market.example.com/api/auth/callback/company/01920f3e-7b6a-7c3e-9d2b-1a2b3c4d5e6f",
    }),
    default_role: JoiningRole,
    obligatory: z
      .boolean()
      .meta({ description: "Whether members need it to act for the organization.", example: false }),
    way_in: z
      .object({ id: Id, name: z.string().meta({ example: "Ada Lovelace" }) })
      .nullable()
      .meta({ description: "The owner who needs no company sign-in." }),
    worked_at: Time.nullable().meta({
      description: "When somebody last signed in with these settings; null until a test succeeds.",
    }),
  })
  .meta({ id: "OrganizationSignIn" });
export type OrganizationSignInView = z.input<typeof OrganizationSignInView>;

export const OrganizationSignInRemoved = z
  .object({ removed: z.literal(true) })
  .meta({ id: "OrganizationSignInRemoved" });

export const CompanyIdentityParams = OrganizationParams;
export const CompanyIdentityView = z
  .object({
    organization: z.object({
      handle: z.string().meta({ example: "acme" }),
      name: z.string().meta({ example: "Acme" }),
    }),
    issuer: z.string().meta({ example: "https://login.example.com" }),
    linked_at: Time,
    last_used_at: laterTime("2026-11-27T10:00:00.000Z").nullable(),
  })
  .meta({ id: "CompanyIdentity" });
export type CompanyIdentityView = z.input<typeof CompanyIdentityView>;
export const CompanyIdentityList = pageOf(CompanyIdentityView).meta({ id: "CompanyIdentityList" });
export const CompanyIdentityRemoved = z
  .object({ handle: z.string().meta({ example: "acme" }), removed: z.literal(true) })
  .meta({ id: "CompanyIdentityRemoved" });
