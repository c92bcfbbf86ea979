import { clientAddress } from "@/lib/interfaces/http/address";
import { errorResponse, jsonResponse, securedResponse } from "@/lib/interfaces/http/answer";
import { inRequest } from "@/lib/interfaces/http/request-id";
import { log } from "@/lib/platform/core/log";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** What a door serves: the path of the request, the client's IP address, and the id of the request. */
export type Asked = { request: Request; path: string; address: string; requestId: string };

type Door = {
  failure: string;
  /** Whether requests are limited by IP address; the others answer from memory. */
  isThrottled?: boolean;
  /** Answers what `run` threw; an API error in JSON by default. */
  refuse?: (failed: ReturnType<typeof errorResponse>, error: unknown) => Response;
};

/**
 * Answers a request outside of `/v1` and `/mcp`, whose wrapper is `endpoint`: under its request id, within the limit of the client's
 * IP address, with security headers. What `run` throws becomes an API error.
 */
export function throughDoor(
  request: Request,
  { failure, isThrottled = true, refuse }: Door,
  run: (asked: Asked) => Promise<Response>,
): Promise<Response> {
  return inRequest(request.headers.get("x-request-id"), async (requestId) => {
    let response: Response;
    try {
      const address = clientAddress(request);
      if (isThrottled) await ratelimit.requireTaken("address", address);
      response = await run({ request, path: new URL(request.url).pathname, address, requestId });
    } catch (error) {
      const failed = errorResponse(error, requestId);
      if (failed.isOurs) log.error({ err: error }, failure);
      response = refuse?.(failed, error) ?? jsonResponse(failed.status, failed.body, failed.headers);
    }
    return securedResponse(response, requestId);
  });
}
