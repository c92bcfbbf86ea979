import { z } from "zod";
import { Reason } from "@/lib/identity/accounts/admin-schemas";
import { Id, laterTime, Time } from "@/lib/platform/core/fields";
import { LIMITS } from "@/lib/platform/core/limits";
import { pageOf, pageQuery } from "@/lib/platform/core/page";
import { DomainInput } from "@/lib/supply/catalog/domain-schemas";
import { Slug } from "@/lib/supply/skills/schemas";

const DEFAULT_PAGE_SIZE = 25;

export const NAME_CLAIM_STATES = ["open", "appealed", "granted", "given", "declined"] as const;
export const NameClaimState = z.enum(NAME_CLAIM_STATES).meta({
  id: "NameClaimState",
  description:
    "`open`: an administrator decides by `due_at`. `granted`: the name changes hands at `due_at` unless its holder appeals. `appealed`: another administrator decides by `due_at`. `given` and `declined`: decided.",
  example: "open",
});
const Kind = z.enum(["slug", "handle"]).meta({
  id: "ClaimedNameKind",
  description: "A skill's slug, or a publisher's handle.",
  example: "handle",
});
const Text = z.string().trim().min(LIMITS.claimEvidence.minLength).max(LIMITS.claimEvidence.maxLength);

export const NameClaimInput = z
  .strictObject({
    kind: Kind,
    name: Slug.meta({ description: "The slug or handle that another account has.", example: "acme" }),
    skill_id: Id.optional().meta({
      description: "For a slug: your skill that gets it, which was never approved.",
    }),
    domain: DomainInput.shape.domain.optional().meta({
      description: "A domain that you own, best one that your account has verified.",
      example: "acme.com",
    }),
    evidence: Text.meta({
      description:
        "Why the name is yours, with links: a trademark's number and register. The current holder will see this.",
      example: "ACME is our trademark, EUIPO 012345678. https://acme.com",
    }),
  })
  .meta({ id: "NameClaimInput" });
export type NameClaimInput = z.output<typeof NameClaimInput>;

export const NameClaimAppeal = z
  .strictObject({
    text: Text.meta({ description: "Why the decision is wrong.", example: "We have used this name since 2019." }),
  })
  .meta({ id: "NameClaimAppeal" });
export type NameClaimAppeal = z.output<typeof NameClaimAppeal>;

const Party = z.object({
  handle: z.string().meta({ example: "acme" }),
  name: z.string().meta({ example: "Acme" }),
});

export const NameClaim = z
  .object({
    id: Id,
    kind: Kind,
    name: z.string().meta({ example: "acme" }),
    domain: z.string().nullable().meta({ example: "acme.com" }),
    domain_verified: z.boolean().meta({ description: "Whether the claimant has verified this domain." }),
    evidence: z.string(),
    state: NameClaimState,
    reason: z.string().nullable().meta({ description: "Why it was decided so.", example: null }),
    appeal: z.string().nullable().meta({ description: "What was said last against a decision.", example: null }),
    appealed_by: z
      .enum(["claimant", "holder"])
      .meta({ id: "NameClaimSide", description: "A side of a claim.", example: "holder" })
      .nullable()
      .meta({ description: "Who appealed last.", example: null }),
    appeals: z
      .object({ claimant: z.string().nullable(), holder: z.string().nullable() })
      .meta({ description: "What each side said in its appeal.", example: { claimant: null, holder: null } }),
    claimant: Party,
    holder: Party.nullable().meta({
      description: "Who has the name that is claimed; null to the claimant unless it is a publisher with a page.",
    }),
    direction: z.enum(["made", "received"]).meta({
      id: "NameClaimDirection",
      description: "`made`: by you. `received`: about a name of yours.",
      example: "made",
    }),
    may_appeal: z.boolean().meta({ description: "Whether you can appeal now." }),
    due_at: laterTime("2026-12-04T10:00:00.000Z"),
    created_at: Time,
    decided_at: Time.nullable(),
  })
  .meta({ id: "NameClaim" });
export type NameClaim = z.input<typeof NameClaim>;
export const NameClaimList = pageOf(NameClaim).meta({ id: "NameClaimList" });

export const OwnNameClaimQuery = z.object(pageQuery(DEFAULT_PAGE_SIZE));
export const NameClaimQuery = z.object({ state: NameClaimState.optional(), ...pageQuery(DEFAULT_PAGE_SIZE) });
export type NameClaimQuery = z.output<typeof NameClaimQuery>;

export const JudgedNameClaim = NameClaim.omit({ direction: true, may_appeal: true })
  .extend({
    claimant: Party.extend({ id: Id }),
    holder: Party.extend({ id: Id }),
    overdue: z.boolean().meta({ description: "Whether a decision is due." }),
  })
  .meta({ id: "JudgedNameClaim" });
export type JudgedNameClaim = z.input<typeof JudgedNameClaim>;
export const JudgedNameClaimList = pageOf(JudgedNameClaim)
  .extend({
    counts: z
      .object({
        open: z.number().int(),
        appealed: z.number().int(),
        granted: z.number().int(),
        given: z.number().int(),
        declined: z.number().int(),
      })
      .meta({ description: "How many claims are in each state." }),
  })
  .meta({ id: "JudgedNameClaimList" });

export const NameClaimDecision = z
  .strictObject({
    action: z.enum(["give", "decline"]).meta({
      id: "NameClaimAction",
      description:
        "`give`: the name changes hands after 7 days, or at once when this decides the holder's appeal. `decline`: it stays where it is.",
      example: "give",
    }),
    reason: Reason.meta({ description: "Why. Both sides read it.", example: "The trademark covers software." }),
  })
  .meta({ id: "NameClaimDecision" });
export type NameClaimDecision = z.output<typeof NameClaimDecision>;
