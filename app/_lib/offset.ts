/** Furthest row that a page of a list begins at. */
const MAX_OFFSET = 1_000_000_000;

/** The row at which an address wants a list to begin; the first one, unless it names a possible one. */
export function readOffset(text: string | undefined): number {
  const asked = /^\d+$/.test(text ?? "") ? Number(text) : 0;
  return asked <= MAX_OFFSET ? asked : 0;
}
