import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hashSecret, newSecret, prefixOf } from "@/lib/identity/keys/format";

describe("API keys", () => {
  test("new ones are well-formed, all different, and hash to 32 bytes that do not contain them", () => {
    const secrets = Array.from({ length: 2_000 }, newSecret);
    expect(new Set(secrets).size).toBe(secrets.length);
    for (const secret of secrets) {
      expect(secret).toMatch(/^skm_[0-9A-Za-z]{36}$/);
      expect(hashSecret(secret)).toHaveLength(32);
      expect(prefixOf(secret)).toBe(secret.slice(0, 10));
    }
    expect(new Set(secrets.map((secret) => hashSecret(secret)?.toString("hex"))).size).toBe(secrets.length);
  });

  test("any one changed, missing, doubled or swapped character is seen without a query", () => {
    const secret = newSecret();
    for (let at = 0; at < secret.length; at++) {
      const other = secret[at] === "a" ? "b" : "a";
      expect(hashSecret(secret.slice(0, at) + other + secret.slice(at + 1))).toBeNull();
      expect(hashSecret(secret.slice(0, at) + secret.slice(at + 1))).toBeNull();
      expect(hashSecret(secret.slice(0, at) + secret[at] + secret.slice(at))).toBeNull();
      const swapped = secret.slice(0, at) + (secret[at + 1] ?? "") + secret[at] + secret.slice(at + 2);
      if (swapped !== secret) expect(hashSecret(swapped)).toBeNull();
    }
  });

  test("nothing but an issued key is taken for one", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^skm_[0-9A-Za-z]{36}$/)), (text) => {
        expect(hashSecret(text)).toBeNull();
      }),
      { numRuns: 5_000 },
    );
    const secret = newSecret();
    for (const text of [` ${secret}`, `${secret}\n`, secret.toUpperCase(), `${secret}\u0000`, ""])
      expect(hashSecret(text)).toBeNull();
  });

  test("every character of the alphabet is about equally likely", () => {
    const counts = new Map<string, number>();
    const rounds = 2_000;
    for (let i = 0; i < rounds; i++)
      for (const char of newSecret().slice(4, 34)) counts.set(char, (counts.get(char) ?? 0) + 1);
    const mean = (rounds * 30) / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - mean)).toBeLessThan(6.5 * Math.sqrt(mean));
  });
});
