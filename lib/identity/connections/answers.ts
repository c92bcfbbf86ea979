/** What the library answers otherwise than the protocol defines. */
import type { Refusal } from "@/lib/identity/connections/registration";

/** An error of the protocol as JSON (RFC 6749, section 5.2). */
export function protocolError(refusal: Refusal): Response {
  return Response.json(refusal, { status: 400, headers: { "cache-control": "no-store" } });
}

/** Sends a form to the token or the revocation endpoint, and answers as their RFCs define. */
export function asDefined(path: string, body: string, send: (body: string) => Promise<Response>): Promise<Response> {
  return path === "/oauth2/revoke" ? revoked(body, send) : tokens(body, send);
}

/**
 * Revokes a token. One that is unknown or over needs no more (RFC 7009, section 2.2). The hint is left out: the library would search
 * tokens of that kind alone.
 */
async function revoked(body: string, send: (body: string) => Promise<Response>): Promise<Response> {
  const fields = new URLSearchParams(body);
  fields.delete("token_type_hint");
  const answer = await send(fields.toString());
  const isUnknown = (await errorOf(answer))?.error === "invalid_request" && Boolean(fields.get("token"));
  return isUnknown ? new Response(null, { status: 200 }) : answer;
}

/** A wrong code verifier is an invalid grant (RFC 7636, section 4.6), and so is a code whose user or session is gone. */
async function tokens(body: string, send: (body: string) => Promise<Response>): Promise<Response> {
  const answer = await send(body);
  const refusal = await errorOf(answer);
  const isGrant = refusal?.error === "invalid_user" || (answer.status === 401 && refusal?.error === "invalid_request");
  return isGrant ? protocolError({ ...refusal, error: "invalid_grant" }) : answer;
}

async function errorOf(answer: Response): Promise<Refusal | null> {
  if (answer.ok) return null;
  return (await answer
    .clone()
    .json()
    .catch(() => null)) as Refusal | null;
}
