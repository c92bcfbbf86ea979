import { describe, expect, test } from "vitest";
import { catalogStatements } from "@/tests/support/catalog-statements";

/** What PostgreSQL keeps of a name. */
const NAME_BYTES = 63;

describe("prepared statements of the catalogue", () => {
  test("a name identifies one text, also after truncation to 63 bytes", () => {
    const texts = new Map<string, string>();
    const wrong = new Set<string>();
    for (const { name, text } of catalogStatements()) {
      const kept = Buffer.from(name).subarray(0, NAME_BYTES).toString();
      if (kept !== name || (texts.get(kept) ?? text) !== text) wrong.add(name);
      texts.set(kept, text);
    }
    expect([...wrong]).toEqual([]);
    expect(texts.size).toBeGreaterThan(100);
  });
});
