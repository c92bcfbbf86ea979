import type { Answer } from "@/lib/interfaces/http/answer";
import { JsonBody } from "@/lib/interfaces/http/json-body";
import { env } from "@/lib/platform/core/env";
import { prefers } from "@/lib/platform/core/request-headers";

const PROBLEM_TYPE = "application/problem+json";

type Failure = { error: { code: string; message: string } & Record<string, unknown> };

/**
 * An error in the requested format. As problem details, a reused idempotency key is 422, as its draft standard says.
 */
export function asAsked(request: Request, answer: Answer): Answer {
  if (answer.status < 400 || typeof answer.body !== "string" || !prefers(request.headers.get("accept"), PROBLEM_TYPE))
    return answer;
  const { error } = JSON.parse(answer.body) as Failure;
  const { code, message, ...more } = error;
  const status = code === "idempotency_key_reused" ? 422 : answer.status;
  const title = code.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
  const type = `${env().PUBLIC_URL}/docs/errors#${code}`;
  const json = new JsonBody(JSON.stringify({ type, title, status, detail: message, code, ...more }));
  const headers = { ...answer.headers, "content-type": PROBLEM_TYPE };
  return { ...answer, status, headers, body: json.content, json };
}
