import { z } from "zod";
import { amount, type ErrorKind, issues, link } from "@/lib/platform/core/error-kind";
import { Severity } from "@/lib/platform/core/severity-schemas";

/** Errors of publishing, reviewing and being paid. */
export const SELLING_ERRORS = {
  slug_taken: {
    status: 400,
    meaning: "Another skill has this slug. Choose another.",
  },
  not_submittable: {
    status: 400,
    meaning:
      "The draft is incomplete, or a published skill would lose its price. `details.issues` lists what is missing.",
    details: z.object({ issues }),
    example: {
      message: "Complete these first: api_endpoint.",
      param: "api_endpoint",
      details: { issues: [{ param: "api_endpoint", message: "execution type api needs an endpoint" }] },
    },
  },
  invalid_package: {
    status: 400,
    meaning: "The ZIP breaks a rule of packages. `details.findings` names each file and line with what to change.",
    details: z.object({
      findings: z
        .array(
          z.object({
            rule: z.string(),
            file: z.string().nullable(),
            line: z.number().int().nullable(),
            severity: Severity,
            message: z.string(),
          }),
        )
        .meta({ description: "What is wrong in which file, at most 100." }),
    }),
    example: {
      message: "SKILL.md: has no name",
      details: {
        findings: [{ rule: "name", file: "SKILL.md", line: null, severity: "error", message: "has no name" }],
      },
    },
  },
  source_changed: {
    status: 409,
    meaning: "The source of an import has changed since the dry run. Look again, then accept.",
  },
  not_pending: {
    status: 409,
    meaning: "The revision has been decided on already, or was never submitted.",
    details: z.object({ status: z.string(), revision: z.number().int() }),
    example: {
      message: "This skill does not wait for review: it is approved.",
      details: { status: "approved", revision: 2 },
    },
  },
  not_approved: {
    status: 409,
    meaning: "No revision was approved yet, so there is none to go back to.",
  },
  not_appealable: {
    status: 409,
    meaning: "Only a rejected submission can be appealed, and each once. Change it and submit it again.",
  },
  not_deletable: {
    status: 409,
    meaning: "The skill was on the marketplace, or an administrator has suspended it. Unlist it instead.",
  },
  revision_changed: {
    status: 409,
    meaning:
      "What you looked at has changed meanwhile: the developer has submitted a newer revision, or the skill is no longer as it was at `expected_updated_at`. Read it again, then decide or save.",
    details: z.object({
      current_revision: z.number().int().optional(),
      revision: z.number().int().optional(),
      status: z.string(),
      updated_at: z.string().optional(),
    }),
    example: {
      message: "The developer has changed this skill: look at revision 3.",
      param: "revision",
      details: { current_revision: 3, status: "pending" },
    },
  },
  own_skill_review: {
    status: 403,
    meaning:
      "An administrator can't put their own skill on the marketplace while another one has signed in within 30 days: ask them to decide.",
  },
  already_decided: {
    status: 409,
    meaning: "The report has been decided already, perhaps by another administrator a moment ago.",
    details: z.object({ state: z.string(), decided_by: z.string().nullable() }),
    example: {
      message: "This report has been decided already: dismissed.",
      details: { state: "dismissed", decided_by: "Ada Lovelace" },
    },
  },
  category_in_use: {
    status: 409,
    meaning: "Skills are or were in the category. Merge it into another one instead.",
  },
  not_retryable: {
    status: 409,
    meaning:
      "There is nothing to try again: the job has not failed, another of its queue waits already, or the event has been processed.",
    details: z.object({ state: z.string().optional() }),
  },
  payout_not_ready: {
    status: 400,
    meaning:
      "There is no connected account that can be paid. `details.connect_url` says where to connect one, or to finish the form.",
    details: z.object({ connect_url: link("Where a person connects an account.").optional() }),
  },
  payout_in_progress: {
    status: 409,
    meaning: "One payout at a time: wait until the one under way has arrived or failed.",
  },
  payout_too_small: {
    status: 400,
    meaning: "A payout is at least `details.minimum` credits; `details.available` can be paid out now.",
    details: z.object({ minimum: amount("Smallest payout."), available: amount("What is there.") }),
    example: {
      message: "A payout is at least $10; $7.25 can be paid out now.",
      details: { minimum: 10, available: 7.25 },
    },
  },
  insufficient_earnings: {
    status: 400,
    meaning: "You asked for more than `details.available`.",
    details: z.object({
      minimum: amount("Smallest payout."),
      available: amount("What can be paid out now."),
    }),
    example: {
      message: "Only $12.50 can be paid out now.",
      param: "amount",
      details: { minimum: 10, available: 12.5 },
    },
  },
  invalid_signature: {
    status: 400,
    meaning: "An event of the payment processor was not signed by it.",
  },
  event_refused: {
    status: 400,
    meaning:
      "An event of the payment processor contradicts the order or payout that it names, belongs to another installation, or is no complete snapshot event.",
  },
} as const satisfies Record<string, ErrorKind>;
