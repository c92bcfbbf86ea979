/** What a local reference such as `#/$defs/size` points at, or undefined; only properties of a schema's own are followed. */
export function resolvePointer(root: unknown, ref: string): unknown {
  let at = root;
  for (const part of ref.slice(2).split("/").filter(Boolean)) {
    const name = nameOf(part);
    if (name === null || typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

function nameOf(part: string): string | null {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return null;
  }
}
