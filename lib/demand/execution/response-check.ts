import type { AppError } from "@/lib/platform/core/errors";
import type { JsonText } from "@/lib/platform/core/json";
import { RESPONSE_INVALID, upstreamFailure } from "@/lib/platform/outbound/failure";
import type { ResponseMode } from "@/lib/supply/skills/contract-schemas";
import { checkValue } from "@/lib/supply/skills/parameters";

/** Larger answers are not checked: parsing one would keep every other request waiting. */
const MAX_CHECKED_CHARS = 256 * 1024;

type Promised = {
  revision_id: string;
  response_schema: Record<string, unknown> | null;
  response_mode: ResponseMode;
  tool?: { operation: { name: string } } | null;
};

/**
 * Checks an answer against what the skill promises. Returns the code to record with the call, or null when it fits, is
 * not described, or is larger than 256 KiB.
 */
export function checkResponse(skill: Promised, answer: JsonText): typeof RESPONSE_INVALID | null {
  const { response_schema: schema, response_mode: mode, revision_id: revision, tool } = skill;
  const problem = responseProblem(schema, `${revision}:${tool ? `${tool.operation.name}:` : ""}response`, answer);
  if (problem === null) return null;
  if (mode === "flag") return RESPONSE_INVALID;
  throw brokenResponse(problem);
}

/** The failure of a call whose answer breaks the schema. */
export function brokenResponse(problem: string): AppError {
  return upstreamFailure("response_schema", `The skill's answer does not fit its response schema: ${problem}.`);
}

/** In which way an answer breaks a schema, compiled once under `cacheKey`; null when it fits or cannot be checked. */
export function responseProblem(
  schema: Promised["response_schema"],
  cacheKey: string,
  answer: JsonText,
): string | null {
  if (schema === null || answer.text.length > MAX_CHECKED_CHARS) return null;
  const [issue] = checkValue(schema, cacheKey, JSON.parse(answer.text));
  return issue ? `${issue.param === "body" ? "the result" : issue.param} ${issue.message}` : null;
}
