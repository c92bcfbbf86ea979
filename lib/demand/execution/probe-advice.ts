import type { FailureReason } from "@/lib/platform/outbound/failure";

const BYTES_PER_MIB = 1024 * 1024;

/** How long a call may take, and how large its answer may be. */
export type CallLimits = { limitMs: number; maxBytes: number };

/** What a developer can do about each way in which an endpoint fails. */
const ADVICE: Record<FailureReason, string> = {
  dns: "Check the host name in the endpoint, and that its DNS record is published.",
  blocked_address:
    "Use a host that is on the public internet, at port 443. Private, loopback and reserved addresses are never called.",
  connect: "Check that the server runs, listens on this port, and that no firewall drops our connection.",
  tls: "Serve a certificate from a public authority that is valid, unexpired, complete with its chain, and issued for this host name.",
  redirect: "Redirects are not followed, so that a call cannot be led elsewhere: enter the final address.",
  status: "Answer a valid call with a 2xx status. Callers see the status, are not charged and may retry.",
  too_large: "Answer with at most {max_mib} MiB. Return a link to larger results.",
  encoding: "Send the response uncompressed: the request says accept-encoding: identity.",
  not_json: "Answer with one JSON value in UTF-8 and nothing around it.",
  reset: "The connection broke off before the whole response had arrived: look for a crash or a proxy's limit.",
  timeout:
    "Respond within {limit} seconds. For longer work, respond with 202 with a Location on your own origin; we poll it for the result.",
  not_event_stream: "When a call accepts text/event-stream, respond with that content type.",
  response_schema: "Answer what your response schema says, or change the schema.",
  status_address: "Return a Location with the same scheme, host and port as the endpoint.",
  protocol: "Serve MCP over Streamable HTTP at this URL: initialize, tools/list and tools/call.",
  tool_error: "The tool itself reported an error. Callers see its text and are not charged.",
  credentials: "The credentials stored for your server can't be used: check them, and set them again.",
  circuit_open: "The endpoint failed many calls in a row and is left alone for some seconds.",
};

/** What to do about a failure; every reason has its own sentence. */
export function adviceFor(reason: string, { limitMs, maxBytes }: CallLimits): string {
  const advice = ADVICE[reason as FailureReason] ?? "Try again; if it happens again, send us the request id.";
  return advice.replace("{limit}", String(limitMs / 1000)).replace("{max_mib}", String(maxBytes / BYTES_PER_MIB));
}

/** A test call that took longer than this gets a hint. */
const SLOW_MS = 10_000;

/** Hints about a call that succeeded. */
export function warningsFor({
  totalMs,
  limitMs,
  contentType,
}: {
  totalMs: number;
  limitMs: number;
  contentType: string;
}): string[] {
  return [
    totalMs > SLOW_MS &&
      `It took ${Math.round(totalMs / 1000)} seconds. Calls are given up after ${limitMs / 1000}, and many callers wait less.`,
    !/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType) &&
      `The content type is ${contentType || "missing"}. We read the response as JSON anyway; send application/json.`,
  ].filter((warning) => warning !== false);
}
