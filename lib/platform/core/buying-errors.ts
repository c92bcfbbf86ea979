import { z } from "zod";
import { amount, type ErrorKind, link, SAMPLE_BASE } from "@/lib/platform/core/error-kind";

/** The budget that refuses a charge. */
const LIMIT = z
  .object({
    kind: z.string().meta({ description: "`account`, `member`, `key`, `program` or `skill`." }),
    id: z.string().meta({ description: "The budget." }),
    name: z.string().nullable().meta({ description: "Whose it is; null for the account." }),
    amount: amount("Most credits per period."),
    period: z.string().meta({ description: "`day`, `week`, `month` or `total`, in UTC." }),
    spent: amount("What it has spent in the period, reserved credits included."),
    resets_at: z.string().nullable().meta({ description: "When the next period begins; null for `total`." }),
    may_raise: z.array(z.string()).meta({ description: "Who may raise it, signed in." }),
    manage_url: link("Page where they do."),
  })
  .meta({ description: "The first budget that refuses the charge." });

const APPROVAL = z.object({ id: z.string(), url: link("Where the user decides, signed in.") });

/** Errors of buying and using skills. */
export const BUYING_ERRORS = {
  not_purchasable: {
    status: 400,
    meaning: "The skill is paid per call, so there is nothing to buy. Run it.",
    details: z.object({ execute_url: link("POST here to use it.") }),
    example: {
      message: "This skill is paid per call: execute it, there is nothing to buy.",
      details: { execute_url: `${SAMPLE_BASE}/v1/skills/text-statistics/execute` },
    },
  },
  not_executable: {
    status: 400,
    meaning:
      "The skill is a download, or has several tools. Get it from `details.download_url`, or call one of `details.tools`.",
    details: z.object({
      download_url: link("GET the package here instead.").optional(),
      tools: z.array(z.string()).optional().meta({ description: "Its tools, each called at its own path." }),
    }),
  },
  version_unavailable: {
    status: 400,
    meaning:
      "The skill has no such version, or it can no longer be called: a breaking version replaced it more than 90 days ago, or its developer ended it. `details.callable` lists the versions that can be called.",
    details: z.object({
      callable: z.array(z.number().int()).optional().meta({ description: "Versions that can be called." }),
      current: z.number().int().optional().meta({ description: "The version that runs by default." }),
    }),
  },
  not_downloadable: {
    status: 400,
    meaning: "The skill is run through the API; there is nothing to download.",
  },
  no_package: {
    status: 404,
    meaning: "The skill has no package.",
  },
  own_skill: {
    status: 400,
    meaning: "This is your own skill. You can use it without buying it.",
  },
  price_changed: {
    status: 400,
    meaning:
      "The price is above your `max_price`; nothing was called, bought or charged. `details.price` is the price now: ask the person who pays, then try again with that as `max_price`.",
    details: z.object({ price: amount("The price now.") }),
    example: {
      message: "The price is $6, above your max_price.",
      param: "max_price",
      details: { price: 6 },
    },
  },
  insufficient_credits: {
    status: 402,
    meaning:
      "You don't have enough credits. `details.shortfall` is the missing amount; add credits at `details.topup_url`.",
    details: z.object({
      required: amount("Credits that this costs."),
      available: amount("Credits that you have."),
      shortfall: amount("Credits that are missing."),
      topup_url: link("Where a person adds credits."),
    }),
    example: {
      message: "This costs $5; you have $2.50.",
      details: { required: 5, available: 2.5, shortfall: 2.5, topup_url: `${SAMPLE_BASE}/wallet` },
    },
  },
  purchase_required: {
    status: 402,
    meaning: "The skill requires a subscription. Buy it at `details.purchase_url` for `details.price` credits.",
    details: z.object({
      price: amount("Price of a term."),
      trial_days: z.number().int().optional().meta({ description: "Days that it is free for you at first." }),
      purchase_url: link("POST here to buy it."),
    }),
    example: {
      message: "This skill needs a subscription: $5. Buy it first.",
      details: { price: 5, purchase_url: `${SAMPLE_BASE}/v1/skills/meeting-minutes/purchase` },
    },
  },
  key_limit_reached: {
    status: 402,
    meaning:
      "This key has spent its `credit_limit` for the interval. Wait for the next interval, use another key, or have its user raise the limit at `details.manage_url`.",
    details: z.object({
      required: amount("Credits that this costs."),
      credit_limit: amount("Limit of the key."),
      spent: amount("What the key has spent of it."),
      key_id: z.string().meta({ description: "The key." }),
      limit: LIMIT.optional(),
      manage_url: link("Page where a person raises the limit; the key itself can't."),
    }),
    example: {
      message: "This costs $0.20, and this key has spent $0.40 of its limit of $0.50.",
      details: {
        required: 0.2,
        credit_limit: 0.5,
        spent: 0.4,
        key_id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
        manage_url: `${SAMPLE_BASE}/keys`,
      },
    },
  },
  budget_reached: {
    status: 402,
    meaning:
      "The charge does not fit into the budget that `details.limit` names: of the account, a member of the organization, or this skill. Nothing was charged. Wait until it resets, or ask the person who may raise it at `details.manage_url`.",
    details: z.object({
      required: amount("Credits that this costs."),
      limit: LIMIT,
      manage_url: link("Page where a person raises the budget; a key can't."),
    }),
    example: {
      message: "This costs $0.20, and this account has spent $99.90 of its limit of $100.",
      details: {
        required: 0.2,
        limit: {
          kind: "account",
          id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
          name: null,
          amount: 100,
          period: "month",
          spent: 99.9,
          resets_at: "2026-12-01T00:00:00.000Z",
          may_raise: ["owner"],
          manage_url: `${SAMPLE_BASE}/wallet/budgets`,
        },
        manage_url: `${SAMPLE_BASE}/wallet/budgets`,
      },
    },
  },
  approval_required: {
    status: 402,
    meaning:
      "The charge is above what this key may charge without an approval (`details.ask_above`). Nothing was charged. Ask the user to decide at `details.approval.url`, then repeat the request with the header `Approval` (or the field `approval` of a purchase).",
    details: z.object({
      price: amount("Cost of the call or purchase."),
      ask_above: amount("Most that the key may charge without an approval."),
      approval: APPROVAL.extend({ expires_at: z.string().meta({ description: "When the request expires." }) }),
    }),
    example: {
      message: "This costs $2, above the $0.25 that this key may charge without an approval.",
      details: {
        price: 2,
        ask_above: 0.25,
        approval: {
          id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
          url: `${SAMPLE_BASE}/approvals/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11`,
          expires_at: "2026-11-21T10:00:00.000Z",
        },
      },
    },
  },
  approval_refused: {
    status: 403,
    meaning: "The user refused this charge; `details.reason` says why. The same request can ask again a day later.",
    details: z.object({ approval: APPROVAL, reason: z.string().nullable() }),
    example: {
      message: "The user refused this charge: use the cheaper skill.",
      details: {
        approval: {
          id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
          url: `${SAMPLE_BASE}/approvals/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11`,
        },
        reason: "use the cheaper skill.",
      },
    },
  },
  confirmation_required: {
    status: 402,
    meaning:
      "The renewal that this key would resume, or whose plan it would change, costs more than it may charge without an approval (`details.ask_above`). Do it on the website.",
    details: z.object({
      price: amount("Price of a term."),
      ask_above: amount("Maximum that the key may charge without an approval."),
      manage_url: link("Page with the keys and connected programs, and what each may charge."),
    }),
    example: {
      message: "This renews at $0.50, above the $0.25 that this key may charge without an approval.",
      details: { price: 0.5, ask_above: 0.25, manage_url: `${SAMPLE_BASE}/keys` },
    },
  },
  card_required: {
    status: 400,
    meaning: "Automatic top-ups need a saved card. Save one at `details.card_url`.",
    details: z.object({ card_url: link("Where a person saves a card.").optional() }),
  },
  review_not_allowed: {
    status: 403,
    meaning: "Only accounts that bought the skill, or called it successfully three times, can review it.",
  },
  already_reported: {
    status: 409,
    meaning: "You already have an open report on this skill. We'll notify you of the decision.",
  },
  nothing_to_refund: {
    status: 400,
    meaning: "The purchase was free, or its term is used up. Request a `full` refund instead.",
  },
  nothing_unspent: {
    status: 400,
    meaning:
      "The balance has nothing unspent from recent card payments, or a payment is disputed. GET /v1/credits/refundable says which.",
  },
  refund_period_over: {
    status: 400,
    meaning: "This charge is too old for a refund request. The limit is 14 days unless the operator sets another.",
  },
  already_refunded: {
    status: 409,
    meaning: "The purchase has been refunded. It cannot be refunded twice.",
  },
  already_requested: {
    status: 409,
    meaning: "This refund was already requested. Check its state with GET /v1/purchases/{id}/refund-request.",
    details: z.object({ state: z.string() }),
    example: {
      message: "You have asked for this refund already. Its state: open.",
      details: { state: "open" },
    },
  },
  upstream_failed: {
    status: 502,
    meaning:
      "The skill's own endpoint failed, rejected the call, or returned something other than JSON. Nothing was charged. Try again with a new `Idempotency-Key`.",
    details: z.object({
      reason: z.string().optional().meta({ description: "Such as dns, connect, tls, status, not_json, too_large." }),
      status: z.number().int().optional().meta({ description: "The endpoint's status code." }),
      endpoint_message: z.string().optional().meta({
        description: "Why the endpoint rejected the parameters, in its own words, up to 300 characters.",
      }),
    }),
    example: {
      message: "The skill's endpoint returned status 500. Nothing was charged.",
      details: { reason: "status", status: 500 },
    },
  },
  upstream_timeout: {
    status: 504,
    meaning:
      "The skill didn't respond within {{call_seconds}} seconds. Nothing was charged. Try again with a new `Idempotency-Key`.",
    details: z.object({ reason: z.string().optional() }),
    example: {
      message: "The skill's endpoint did not respond in time. Nothing was charged.",
      details: { reason: "timeout" },
    },
  },
  processor_failed: {
    status: 502,
    meaning:
      "The payment processor failed. Nothing was paid. Retry with the same `Idempotency-Key` to continue the same order.",
  },
  processor_timeout: {
    status: 504,
    meaning:
      "The payment processor didn't respond in time. Nothing was paid. Retry with the same `Idempotency-Key` to continue the same order.",
  },
  guest_limit_reached: {
    status: 429,
    meaning:
      "The free calls of visitors without an account are used up for today: `details.limit` says whose. Create an account.",
    details: z.object({
      limit: z.enum(["used", "visitor", "network", "skill", "all"]),
      resets_at: z.string(),
      register_url: z.string(),
    }),
    example: {
      message:
        "You have used your 3 free calls of today. Create an account to go on: every skill's free calls are yours.",
      details: {
        limit: "visitor",
        resets_at: "2026-11-21T00:00:00.000Z",
        register_url: "https://market.example.com/register",
      },
    },
  },
} as const satisfies Record<string, ErrorKind>;
