/** Whether a request asks for asynchronous processing (RFC 7240). */
export function prefersAsync({ headers }: Request): boolean {
  const preferences = headers.get("prefer")?.toLowerCase().split(/[,;]/) ?? [];
  return preferences.some((preference) => preference.trim() === "respond-async");
}

/** Whether a request explicitly accepts an event stream. */
export function acceptsEvents({ headers }: Request): boolean {
  return /\btext\/event-stream\b/i.test(headers.get("accept") ?? "");
}
