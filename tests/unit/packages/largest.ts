import { type ZipEntry, zip } from "../../support/zips";
import { MIB, noise } from "./hostile";

/** An honest package that costs about as much to read as one can: ten files of 10 MiB, a tenth of it noise. */
export function largestPackage(skill: ZipEntry): Buffer {
  const text = Buffer.from(`${noise(1000).toString("base64")} and some words in a line\n`.repeat(7000)).subarray(
    0,
    9 * MIB,
  );
  const files = Array.from({ length: 9 }, (_, index) => ({
    name: `f${index}.md`,
    data: Buffer.concat([noise(MIB), text]).subarray(0, 10 * MIB),
  }));
  return zip([skill, ...files]);
}
