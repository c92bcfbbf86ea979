import { z } from "zod";
import { amount, type ErrorKind, link, SAMPLE_BASE } from "@/lib/platform/core/error-kind";

export const ACCOUNT_ERRORS = {
  email_taken: {
    status: 400,
    meaning: "An account with this email already exists. Sign in instead.",
  },
  wrong_password: {
    status: 400,
    meaning: "The password is wrong.",
  },
  wrong_code: {
    status: 400,
    meaning: "The code is wrong or already used. Enter the next one.",
  },
  second_factor_required: {
    status: 403,
    meaning:
      "This needs a code of your authenticator app. Turn on two-factor authentication in Settings, then send `code`.",
  },
  link_expired: {
    status: 400,
    meaning: "The link was already used, has expired, or belongs to another account. Request a new link.",
  },
  account_in_use: {
    status: 400,
    meaning:
      "The account can't be closed yet. `details.blockers` lists what must end first. With `details.credits`, credits or earnings remain: confirm their loss with `give_up_credits: true`.",
    details: z.object({
      blockers: z.array(z.string()).optional().meta({ description: "What must end first." }),
      subscribers: z
        .array(z.object({ slug: z.string(), count: z.number().int(), until: z.string() }))
        .optional()
        .meta({ description: "Your skills with active purchases by others." }),
      credits: amount("Credits that would be given up.").optional(),
      earnings: amount("Earnings that would be given up.").optional(),
    }),
  },
  own_account: {
    status: 400,
    meaning: "Administrators can't act on their own account; another administrator can.",
  },
  wrong_credentials: {
    status: 401,
    meaning: "Wrong email or password.",
  },
  sign_in_again: {
    status: 401,
    meaning: "The time to enter the code ran out, or there were too many wrong codes. Sign in again.",
  },
  account_suspended: {
    status: 403,
    meaning: "An administrator has suspended the account.",
  },
  skill_not_allowed: {
    status: 403,
    meaning:
      "Your organization uses only skills that it has allowed, and this version of the skill isn't one. Nothing was charged. A member can ask for it at `details.ask_url`; those with a role in `details.may_allow` decide.",
    details: z.object({
      skill: z.string().meta({ description: "Slug of the skill." }),
      may_allow: z.array(z.string()).meta({ description: "Roles that may allow it." }),
      ask_url: link("Where a member asks for it."),
      manage_url: link("Where it is allowed.").nullable(),
    }),
    example: {
      message: "Your organization uses only skills that it has allowed, and this version of text-statistics isn't one.",
      details: {
        skill: "text-statistics",
        may_allow: ["owner", "billing"],
        ask_url: `${SAMPLE_BASE}/skills/text-statistics`,
        manage_url: `${SAMPLE_BASE}/organizations/acme/allowed-skills`,
      },
    },
  },
  role_required: {
    status: 403,
    by: ["account"],
    meaning:
      "Your role in the organization doesn't allow this. `details.roles` lists those that do. Ask an owner to change your role, or to do it.",
    details: z.object({ role: z.string(), roles: z.array(z.string()) }),
    example: {
      message: "Your role in acme is viewer. This requires: owner, billing.",
      details: { role: "viewer", roles: ["owner", "billing"] },
    },
  },
  not_for_organizations: {
    status: 403,
    by: ["account"],
    meaning:
      "The request acts for an organization, and only a person can do this for themselves. Act for your own account.",
    details: z.object({ acting_for: z.string() }),
    example: {
      message: "You act for acme, and an organization can't do this. Switch to your own account.",
      details: { acting_for: "acme" },
    },
  },
  company_sign_in_required: {
    status: 403,
    by: ["account"],
    meaning:
      "The organization requires its own sign-in. In a browser, sign in with the organization at `details.sign_in_url`. A key or connected program works once the member who made it has done so.",
    details: z.object({ acting_for: z.string(), sign_in_url: link("Where a member signs in with the organization.") }),
    example: {
      message: `acme requires its own sign-in. Sign in at ${SAMPLE_BASE}/sign-in/company?organization=acme, then repeat this.`,
      details: { acting_for: "acme", sign_in_url: `${SAMPLE_BASE}/sign-in/company?organization=acme` },
    },
  },
  wrong_account: {
    status: 409,
    by: ["account"],
    meaning:
      "The request doesn't act for the account in `Acting-For`: the key belongs to another one, or the person is no longer a member. In a browser that acts for an organization, it must send that header. Reload the page.",
    details: z.object({
      acting_for: z
        .string()
        .nullable()
        .meta({ description: "For which organization the request would act; null for none." }),
    }),
    example: {
      message: "You can't act for acme: you are no longer a member, or it is closed or suspended. Reload the page.",
      param: "Acting-For",
      details: { acting_for: null },
    },
  },
  organization_refused: {
    status: 403,
    meaning: "You can't create an organization: your email isn't verified, or you own as many as the operator allows.",
  },
  last_owner: {
    status: 409,
    meaning: "An organization needs an owner. Make another member an owner first, or close the organization.",
  },
  way_in_owner: {
    status: 409,
    meaning:
      "While an organization's own sign-in is obligatory, one owner needs none, and this is that owner. Name another owner for it first.",
  },
  registration_closed: {
    status: 403,
    meaning: "The operator has closed registration for now.",
  },
  credential_required: {
    status: 400,
    meaning:
      "The skill asks for credentials of yours that aren't stored, or that you stored for another endpoint, place or seller. Add them on the page of `add_url`, then repeat the request.",
    details: z.object({
      add_url: link("The page on which a person adds them."),
      credentials: z.array(
        z.object({
          name: z.string(),
          description: z.string().meta({ description: "What it is for." }),
          url: link("Where to get it."),
          store_url: link('PUT `{"value": …}` here to store it.'),
          reason: z.string().meta({ description: "`missing`, `changed` or `unreadable`." }),
        }),
      ),
    }),
    example: {
      message: `This skill needs your github_token. Add it at ${SAMPLE_BASE}/settings/credentials?skill=issue-triage, then repeat the request.`,
      details: {
        add_url: `${SAMPLE_BASE}/settings/credentials?skill=issue-triage`,
        credentials: [
          {
            name: "github_token",
            description: "Reads the issues of your repositories",
            url: "https://github.com/settings/tokens",
            store_url: `${SAMPLE_BASE}/v1/skills/issue-triage/credentials/github_token`,
            reason: "missing",
          },
        ],
      },
    },
  },
} as const satisfies Record<string, ErrorKind>;
