/** Whether a request asks to be answered before its work is done (RFC 7240). */
export function prefersAsync({ headers }: Request): boolean {
  const preferences = headers.get("prefer")?.toLowerCase().split(/[,;]/) ?? [];
  return preferences.some((preference) => preference.trim() === "respond-async");
}
