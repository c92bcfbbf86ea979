/** An address of a page with these parameters; those that are null or empty are left out. */
export function hrefOf(path: string, params: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}
