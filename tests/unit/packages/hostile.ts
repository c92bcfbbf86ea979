import { createCipheriv } from "node:crypto";
import { skillMd, type ZipEntry } from "../../support/zips";

/** An archive that must be refused by `rule`, naming `file`. */
export type Hostile = { what: string; rule: string; file: string | null; build: () => Buffer };

export const MIB = 1024 * 1024;

/** An entry that nothing is wrong with. */
export const good: ZipEntry = { name: "SKILL.md", data: skillMd({ slug: "a" }) };

/** Bytes that look random but are the same on every run. */
export function noise(sizeBytes: number): Buffer {
  return createCipheriv("aes-256-ctr", Buffer.alloc(32), Buffer.alloc(16)).update(Buffer.alloc(sizeBytes));
}

/** Values as a ZIP64 field holds them. */
export function u64s(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 8);
  values.forEach((value, index) => {
    buffer.writeBigUInt64LE(BigInt(value), index * 8);
  });
  return buffer;
}
