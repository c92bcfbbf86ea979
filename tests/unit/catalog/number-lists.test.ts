import fc from "fast-check";
import { expect, test } from "vitest";
import { NumberLists } from "@/lib/supply/catalog/number-lists";

const LISTS = 6;
const numbersOf = (lists: NumberLists, id: number) => [
  ...lists.numbers.subarray(lists.startOf(id), lists.startOf(id) + lists.lengthOf(id)),
];

test("lists hold what was put in and not taken out, whatever happens to the others", () => {
  const change = fc.record({ id: fc.nat(LISTS - 1), value: fc.nat(300), isAdded: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 400 }), (changes) => {
      const lists = new NumberLists();
      const known = Array.from({ length: LISTS }, () => new Set<number>());
      for (const { id, value, isAdded } of changes) {
        if (isAdded && !known[id]?.has(value)) lists.insert(id, value);
        if (!isAdded) lists.removeBetween(id, value, value + 3);
        if (isAdded) known[id]?.add(value);
        else for (const gone of [value, value + 1, value + 2]) known[id]?.delete(gone);
      }
      for (const [id, values] of known.entries()) {
        const sorted = [...values].sort((a, b) => a - b);
        expect(numbersOf(lists, id)).toEqual(sorted);
        expect(lists.atLeast(id, 150)).toBe(sorted.find((value) => value >= 150));
      }
    }),
  );
});

test("what is given up is used again: a million changes take no more room than the first", () => {
  const lists = new NumberLists();
  const fill = () => {
    for (let id = 0; id < 100; id++)
      lists.set(
        id,
        Array.from({ length: 1 + (id % 50) }, (_, at) => at),
      );
  };
  fill();
  const { bytes } = lists;
  for (let round = 0; round < 500; round++) {
    for (let id = 0; id < 100; id++) lists.set(id, []);
    fill();
  }
  expect(lists.bytes).toBe(bytes);
});
