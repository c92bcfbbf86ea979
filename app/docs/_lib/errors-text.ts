import { exampleError } from "@/lib/interfaces/http/error-schema";
import { ERROR_STATUS, type ErrorCode } from "@/lib/platform/core/errors";

/** What each code means and what to do about it. */
const MEANING: Record<ErrorCode, string> = {
  invalid_request:
    "A parameter, a field or a header is missing or wrong. `param` names the first, `details.issues` all of them. Change the request; repeating it will not help.",
  invalid_json: "The body is not JSON in UTF-8, or is nested too deeply.",
  email_taken: "There is an account with this address already. Sign in instead.",
  slug_taken: "Another skill has this slug. Choose another.",
  not_purchasable: "The skill is paid by the call: there is nothing to buy. Run it.",
  not_executable: "The skill is a download. `details.download_url` says where it is.",
  version_unavailable:
    "The skill has no such version, or it can no longer be called: 90 days have passed since a breaking version followed it, or its developer ended it. `details.callable` names those that can be called.",
  not_downloadable: "The skill is run through the API; there is nothing to download.",
  own_skill: "It is your own skill: use it without buying it.",
  own_account: "Administrators do not act on their own account; another administrator can.",
  price_changed:
    "The price is above your `max_price`; nothing was called, bought or charged. `details.price` is the price now: ask the person who pays, then try again with that as `max_price`.",
  nothing_to_refund:
    "The purchase was free, or nothing of its term is left; ask for a `full` refund instead.",
  already_refunded: "The purchase has been refunded. It cannot be refunded twice.",
  payout_not_ready:
    "There is no connected account that can be paid. `details.connect_url` says where to connect one, or to finish the form.",
  payout_too_small:
    "A payout is at least `details.minimum` credits; `details.available` can be paid out now.",
  insufficient_earnings: "You asked for more than `details.available`.",
  payout_in_progress: "One payout at a time: wait until the one under way has arrived or failed.",
  not_submittable:
    "The draft is incomplete, or a published skill would lose its price. `details.issues` lists what is missing.",
  invalid_package:
    "The ZIP breaks a rule of packages. `details.findings` names each file and line with what to change.",
  invalid_signature: "An event of the payment processor was not signed by it.",
  event_refused:
    "An event of the payment processor contradicts the order or payout that it names, belongs to another installation, or is no complete snapshot event.",
  idempotency_key_reused:
    "This `Idempotency-Key` was used for another request in the last 24 hours. Use a new key for a new request.",
  wrong_password: "The password is wrong.",
  wrong_code: "The code is wrong, or was used before. Take the next one.",
  link_expired:
    "The token of a link was used before, is too old, or is another account's. Ask for a new link.",
  account_in_use:
    "The account cannot be closed yet. `details.blockers` says what stands in the way; with `details.credits`, something is left that has to be given up with `give_up_credits: true`.",
  wrong_credentials: "Wrong email or password.",
  sign_in_again: "The time to enter the code has run out, or too many codes were wrong. Sign in again.",
  session_required:
    "This is about a person, so that person signs in to the marketplace to do it; a key may not.",
  account_suspended: "An administrator has suspended the account.",
  unauthorized:
    "The key is missing, malformed, unknown, disabled, expired or revoked. Check `Authorization: Bearer <key>`, or make a new key.",
  insufficient_credits:
    "You have fewer credits than this costs. `details.shortfall` says how many are missing, `details.topup_url` where to add them.",
  purchase_required:
    "The skill needs a subscription. `details.purchase_url` buys it, for `details.price` credits.",
  key_limit_reached:
    "This key has spent its `credit_limit` for the interval. Wait for the next interval, use another key, or have its user raise the limit at `details.manage_url`.",
  confirmation_required:
    "This charge is above what this connected program may charge at once (`details.ask_above`). Do it on the website, or connect the program again with a higher limit.",
  forbidden:
    "Only administrators may do this; or an administrator views the marketplace as another account, and then nothing can be changed, run or downloaded.",
  key_scope: "The key may not do this. `details` says what is needed and what the key has.",
  review_not_allowed:
    "Reviews are for those who have bought the skill, or have called it successfully three times.",
  own_skill_review:
    "An administrator can't put their own skill on the marketplace while another one has signed in within 30 days: ask them to decide.",
  bad_origin: "Browser sessions work from the marketplace's own pages only. Use an API key.",
  not_found: "There is no such resource, or it belongs to another account.",
  no_package: "The skill has no package.",
  method_not_allowed: "The path does not answer this method. The `Allow` header names those that it answers.",
  idempotency_in_progress:
    "The first request with this `Idempotency-Key` is still running. Repeat the request after `Retry-After`.",
  answer_not_stored:
    "The first request with this `Idempotency-Key` succeeded; its answer is larger than `details.max_bytes` and was not stored. `details.usage` says what a call cost. Use another key to send the request again.",
  not_pending: "The revision has been decided on already, or was never submitted.",
  source_changed: "The source of an import has changed since the dry run. Look again, then accept.",
  revision_changed:
    "What you looked at has changed meanwhile: the developer has submitted a newer revision, or the skill is no longer as it was at `expected_updated_at`. Read it again, then decide or save.",
  already_requested:
    "This refund was already requested: read its state at GET /v1/purchases/{id}/refund-request.",
  refund_period_over:
    "A refund is requested within some days of the charge, 14 unless the operator says otherwise. This charge is older.",
  already_reported: "You have an open report of this skill already. We will tell you what came of it.",
  already_decided: "The report has been decided already, perhaps by another administrator a moment ago.",
  not_retryable:
    "There is nothing to try again: the job has not failed, another of its queue waits already, or the event has been processed.",
  payload_too_large: "The body is larger than `details.max_bytes`.",
  rate_limited: "Too many requests. Wait as many seconds as `Retry-After` says; nothing else has happened.",
  too_many_in_flight:
    "Too many calls are under way at once, or too much waits for the same credits. Nothing was charged. Try again after `Retry-After`.",
  card_required: "Automatic top-ups need a saved card. `details.card_url` says where to save one.",
  category_in_use: "Skills are or were in the category. Merge it into another one instead.",
  not_deletable: "The skill was on the marketplace, or an administrator has suspended it. Unlist it instead.",
  registration_closed: "The operator has closed registration for now.",
  not_appealable: "Only a rejected submission can be appealed, and each once. Change it and submit it again.",
  not_approved: "No revision was approved yet, so there is none to go back to.",
  internal:
    "Something went wrong on our side, and is in our log under the request id. Repeat the request under the same `Idempotency-Key`: nothing is charged twice.",
  unavailable:
    "Our database is temporarily unavailable. Retry after `Retry-After` with the same `Idempotency-Key`: nothing is charged twice.",
  upstream_failed:
    "The skill's own endpoint failed, refused the call, or answered something that is not JSON. Nothing was charged. Try again with a new `Idempotency-Key`.",
  upstream_timeout:
    "The skill did not answer in {{call_seconds}} seconds. Nothing was charged. Try again with a new `Idempotency-Key`.",
  processor_failed:
    "The payment processor failed. Nothing was paid; repeat the request under the same `Idempotency-Key`, and it goes on with the same order.",
  processor_timeout:
    "The payment processor did not answer in time. Nothing was paid; repeat the request under the same `Idempotency-Key`, and it goes on with the same order.",
};

/** The page of errors as Markdown: the shape of every failure, then each code under its own heading. */
export function errorsText(): string {
  const sections = Object.entries(ERROR_STATUS).map(
    ([code, status]) => `## ${code}\n\nHTTP ${status}. ${MEANING[code as ErrorCode]}`,
  );
  return [
    "Every failure has one shape: a stable `code` for programs, a `message` for people, the `param` at fault, `details` that help to act, and the `request_id` to quote when you ask us.",
    `\`\`\`json\n${JSON.stringify(exampleError("insufficient_credits"), null, 2)}\n\`\`\``,
    "Handle errors by `code`, never by `message`. After a 4xx, change the request. After a 429 or 5xx, retry the same request later; if the skill itself failed, use a new `Idempotency-Key`. A failed request is not charged. Only after `internal` and `unavailable` is that uncertain: retry with the same `Idempotency-Key`, and nothing is charged twice.",
    ...sections,
  ].join("\n\n");
}
