/** Where a visitor goes after signing in: a path of our own, never another site. */
export function nextPath(next: string | undefined): string {
  const target = URL.parse(next ?? "/", "http://here.invalid");
  return target?.origin === "http://here.invalid" &&
    next?.startsWith("/") &&
    !next.startsWith("//") &&
    !next.includes("\\")
    ? next
    : "/";
}
