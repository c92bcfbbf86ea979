import { exampleError } from "@/lib/interfaces/http/error-schema";
import { ERRORS } from "@/lib/platform/core/errors";

/** The page of errors as Markdown: the shape of every failure, then each code under its own heading. */
export function errorsText(): string {
  const sections = Object.entries(ERRORS).map(
    ([code, { status, meaning }]) => `## ${code}\n\nHTTP ${status}. ${meaning}`,
  );
  return [
    "Every failure has one shape: a stable `code` for programs, a `message` for people, the `param` at fault, `details` that help to act, and the `request_id` to quote when you ask us.",
    `\`\`\`json\n${JSON.stringify(exampleError("insufficient_credits"), null, 2)}\n\`\`\``,
    "Handle errors by `code`, never by `message`. After a 4xx, change the request. After a 429 or 5xx, retry the same request later; if the skill itself failed, use a new `Idempotency-Key`. A failed request is not charged. Only after `internal` and `unavailable` is that uncertain: retry with the same `Idempotency-Key`, and nothing is charged twice.",
    ...sections,
  ].join("\n\n");
}
