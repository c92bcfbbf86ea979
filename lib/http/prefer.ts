/** Whether a request asks to be answered before its work is done (RFC 7240). */
export function prefersAsync({ headers }: Request): boolean {
  const preferences = headers.get("prefer")?.toLowerCase().split(/[,;]/) ?? [];
  return preferences.some((preference) => preference.trim() === "respond-async");
}

/** Whether a request asks for an event stream by name. */
export function acceptsEvents({ headers }: Request): boolean {
  return /\btext\/event-stream\b/i.test(headers.get("accept") ?? "");
}
