import { z } from "zod";
import { amount, type ErrorKind, issues, link } from "@/lib/platform/core/error-kind";
import { Severity } from "@/lib/platform/core/severity-schemas";

/** Errors of publishing, reviewing and being paid. */
export const SELLING_ERRORS = {
  tool_changed: {
    status: 502,
    meaning:
      "The tool is no longer at its server as it was reviewed: `details.change` is `changed` or `gone`. Nothing was called or charged, its seller was notified, and the other tools of the skill keep working. Try again later.",
    details: z.object({
      tool: z.string().meta({ description: "Name of the tool." }),
      change: z.string().meta({ description: "`changed` or `gone`." }),
    }),
    example: {
      message:
        "The tool list_invoices has changed at its server since it was reviewed. Nothing was charged. Its seller was notified.",
      details: { tool: "list_invoices", change: "changed" },
    },
  },
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
  version_yanked: {
    status: 400,
    meaning:
      "The seller yanked this version, so it can't be installed. `details.latest` is the newest version that can. If you had it before, ask for it by its exact `version`.",
    details: z.object({
      advisory: z.string().meta({ description: "Its name in /advisories.json." }),
      reason: z.string(),
      latest: z.string().nullable().meta({ description: "The newest version of the package that can be installed." }),
    }),
    example: {
      message: "The seller of pdf-tables yanked this version: It deletes files. Ask for version 1.0.0.",
      param: "version",
      details: { advisory: "SKM-2026-7", reason: "It deletes files.", latest: "1.0.0" },
    },
  },
  domain_unverified: {
    status: 400,
    meaning: "The TXT record (or file) that verifies the domain was not found. New records can take an hour to appear.",
  },
  untrusted_run: {
    status: 403,
    meaning:
      "The CI's token is not one of a run that may release this skill. `details.reason` names what differs; get a new token for each try.",
    details: z.object({
      reason: z.string().meta({ description: "What is wrong, such as repository, ref, audience or expired." }),
    }),
    example: {
      message: "This run may not release the skill. Its ref doesn't match refs/heads/main.",
      details: { reason: "ref" },
    },
  },
  trusted_publisher_required: {
    status: 403,
    meaning: "Only runs of this skill's trusted publisher may change its content. Release from there.",
    details: z.object({ repository: z.string(), workflow: z.string() }),
    example: {
      message: "Only runs of .github/workflows/release.yml in ada/meeting-minutes may change this skill.",
      details: { repository: "ada/meeting-minutes", workflow: ".github/workflows/release.yml" },
    },
  },
  bundles_off: {
    status: 400,
    meaning: "The operator has configured no Sigstore roots, so bundles of publishers can't be verified.",
    example: { message: "This marketplace has no Sigstore roots to verify bundles against (SIGSTORE_ROOTS)." },
  },
  download_paused: {
    status: 403,
    meaning: "A malware scanner reported this package. Downloads are paused until a reviewer has checked it.",
    details: z.object({ found: z.string().meta({ description: "What the scanner calls it." }) }),
    example: {
      message:
        "A malware scanner reports Eicar-Signature in this package. Downloads are paused until a reviewer has checked it.",
      details: { found: "Eicar-Signature" },
    },
  },
  source_changed: {
    status: 409,
    meaning: "The import source changed since the dry run. Preview it again, then accept.",
  },
  not_pending: {
    status: 409,
    meaning: "The revision was already decided, or was never submitted.",
    details: z.object({ status: z.string(), revision: z.number().int() }),
    example: {
      message: "This skill does not wait for review: it is approved.",
      details: { status: "approved", revision: 2 },
    },
  },
  not_approved: {
    status: 409,
    meaning: "No revision has been approved yet, so there is nothing to go back to.",
  },
  sales_paused: {
    status: 409,
    meaning:
      "The endpoint's responses changed in a harmful way since the review, so sales are paused. Appeal, or submit another version; an administrator decides.",
    details: z.object({ reason: z.string() }),
    example: {
      message: "Sales of this skill are paused until an administrator has looked at it.",
      details: { reason: "The response breaks its schema: words is required." },
    },
  },
  not_appealable: {
    status: 409,
    meaning:
      "Only a rejected submission or a pause of sales can be appealed, once for each version. Change it and submit again.",
  },
  not_deletable: {
    status: 409,
    meaning:
      "The skill has been on the marketplace, or an administrator suspended it: unlist it instead. Or its slug is part of a claim.",
  },
  revision_changed: {
    status: 409,
    meaning:
      "The skill changed since you read it: the developer submitted a newer revision, or it was updated after `expected_updated_at`. Read it again, then decide or save.",
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
    meaning: "The report or claim was already decided, perhaps by another administrator a moment ago.",
    details: z.object({ state: z.string(), decided_by: z.string().nullable() }),
    example: {
      message: "This report has been decided already: dismissed.",
      details: { state: "dismissed", decided_by: "Ada Lovelace" },
    },
  },
  category_in_use: {
    status: 409,
    meaning: "The category has or had skills. Merge it into another one instead.",
  },
  not_retryable: {
    status: 409,
    meaning: "Nothing to retry: the job hasn't failed, another one is already queued, or the event was processed.",
    details: z.object({ state: z.string().optional() }),
  },
  payout_not_ready: {
    status: 400,
    meaning: "No connected account can be paid. Connect one, or finish its setup, at `details.connect_url`.",
    details: z.object({ connect_url: link("Where a person connects an account.").optional() }),
  },
  payout_in_progress: {
    status: 409,
    meaning: "Only one payout at a time. Wait until the current one has arrived or failed.",
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
    meaning: "You requested more than `details.available`.",
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
    meaning: "A payment event isn't signed by the payment processor.",
  },
  event_refused: {
    status: 400,
    meaning:
      "A payment event contradicts its order or payout, belongs to another installation, or isn't a complete snapshot event.",
  },
} as const satisfies Record<string, ErrorKind>;
