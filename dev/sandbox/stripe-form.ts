import { toWire } from "@/dev/sandbox/store";

/** A failure in Stripe's own shape. */
export function failure(status: number, message: string, param?: string, code?: string): Response {
  return Response.json(
    { error: { type: "invalid_request_error", message, ...(param && { param }), ...(code && { code }) } },
    { status },
  );
}

/** The form fields under a prefix, such as `metadata[order_id]`. */
export function mapOf(form: URLSearchParams, prefix: string): Record<string, string> {
  const entries = [...form].flatMap(([key, value]) =>
    key.startsWith(`${prefix}[`) ? [[key.slice(prefix.length + 1, -1), value] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** A list of Stripe's, newest first: from a time, after an object, up to a limit. */
export function listOf(url: URL, objects: { id: string; created: number }[]): Response {
  const since = Number(url.searchParams.get("created[gte]") ?? 0);
  const limit = Number(url.searchParams.get("limit") ?? 10);
  const after = url.searchParams.get("starting_after");
  const found = objects.filter(({ created }) => created >= since).toReversed();
  const rest = after ? found.slice(found.findIndex(({ id }) => id === after) + 1) : found;
  return Response.json({
    object: "list",
    url: url.pathname,
    has_more: rest.length > limit,
    data: rest.slice(0, limit).map(toWire),
  });
}
