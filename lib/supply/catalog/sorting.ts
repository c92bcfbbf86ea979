/** So many are sorted, or merged, between two chances to pause. */
const SORTED_AT_ONCE = 2_048;
const MERGED_AT_ONCE = 8_192;

type Numbers = Uint32Array<ArrayBuffer>;
type Compare = (a: number, b: number) => number;

/** Sorts numbers in steps of a millisecond or two each. What is in order already costs little. */
export function* sortedBy(numbers: Numbers, compare: Compare): Generator<void, Numbers> {
  let sorted = numbers;
  for (let at = 0; at < sorted.length; at += SORTED_AT_ONCE) {
    sorted.subarray(at, at + SORTED_AT_ONCE).sort(compare);
    yield;
  }
  let merged = new Uint32Array(sorted.length);
  for (let width = SORTED_AT_ONCE; width < sorted.length; width *= 2) {
    for (let start = 0; start < sorted.length; start += 2 * width)
      yield* merge(sorted, merged, { start, width, compare });
    [sorted, merged] = [merged, sorted];
  }
  return sorted;
}

type Part = { start: number; width: number; compare: Compare };

function* merge(from: Uint32Array, into: Uint32Array, { start, width, compare }: Part): Generator<void> {
  const middle = Math.min(start + width, from.length);
  const end = Math.min(start + 2 * width, from.length);
  if (middle === end || compare(from[middle - 1] as number, from[middle] as number) <= 0) {
    into.set(from.subarray(start, end), start);
    return;
  }
  for (let left = start, right = middle, at = start; at < end; at++) {
    const takesLeft = left < middle && (right >= end || compare(from[left] as number, from[right] as number) <= 0);
    into[at] = from[takesLeft ? left++ : right++] as number;
    if (at % MERGED_AT_ONCE === 0) yield;
  }
}
