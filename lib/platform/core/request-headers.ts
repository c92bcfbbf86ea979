import { parseAccept } from "hono/utils/accept";

/** How much a client wants something that its `Accept` or `Accept-Encoding` names; undefined where it names it not. */
function weights(header: string): (name: string) => number | undefined {
  const weightOf = new Map(parseAccept(header.toLowerCase()).map(({ type, q }) => [type, q]));
  return (name) => weightOf.get(name);
}

/** The best coding that an `Accept-Encoding` header takes, or null for none. */
export function codingOf(accepted: string | null): "br" | "gzip" | null {
  if (accepted === null) return null;
  const weightOf = weights(accepted);
  const [br, gzip] = [weightOf("br") ?? weightOf("*") ?? 0, weightOf("gzip") ?? weightOf("*") ?? 0];
  if (Math.max(br, gzip) === 0) return null;
  return br >= gzip ? "br" : "gzip";
}

/** Whether an `Accept` header names a type, and none of `others` as much or more. */
export function prefers(accept: string | null | undefined, type: string, ...others: string[]): boolean {
  const weightOf = weights(accept ?? "");
  const wanted = weightOf(type) ?? 0;
  return wanted > 0 && others.every((other) => (weightOf(other) ?? 0) < wanted);
}

/** Whether a request asks for asynchronous processing (RFC 7240). */
export function prefersAsync({ headers }: Request): boolean {
  const preferences = headers.get("prefer")?.toLowerCase().split(/[,;]/) ?? [];
  return preferences.some((preference) => preference.trim() === "respond-async");
}

/** Whether a request's `If-None-Match` names an ETag, by weak comparison. */
export function isKnown({ headers }: Pick<Request, "headers">, etag: string): boolean {
  const known = headers.get("if-none-match");
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return known !== null && (known.trim() === "*" || known.split(",").some((tag) => opaque(tag) === opaque(etag)));
}
