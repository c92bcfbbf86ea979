import { jsonResponse } from "@/lib/interfaces/http/answer";
import { throughDoor } from "@/lib/interfaces/http/door";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { ExchangeInput } from "@/lib/supply/releasing/schemas";
import * as releasing from "@/lib/supply/releasing/service";

export const OIDC_PREFIX = "/oidc";
const MAX_BYTES = 16 * 1024;

/** Exchanges the token of a CI's run for a key that releases one skill. */
export function answerOidc(request: Request): Promise<Response> {
  return throughDoor(request, { failure: "a token could not be exchanged" }, async ({ path }) => {
    if (path !== "/oidc/exchange") throw notFound();
    if (request.method !== "POST") throw new AppError("method_not_allowed", "This path supports POST.");
    const issued = await releasing.exchange(await inputOf(request));
    return jsonResponse(200, JSON.stringify(issued), { "cache-control": "no-store" });
  });
}

async function inputOf(request: Request): Promise<ExchangeInput> {
  let [text, size] = ["", 0];
  const decoder = new TextDecoder();
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new AppError("payload_too_large", `A body has at most ${MAX_BYTES} bytes.`);
    text += decoder.decode(part, { stream: true });
  }
  const parsed = ExchangeInput.safeParse(jsonOf(text));
  if (parsed.success) return parsed.data;
  throw invalid([{ param: "token", message: "send { token, skill } as JSON" }]);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
