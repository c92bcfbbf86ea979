import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { zipOf } from "@/lib/interfaces/client/zip";
import { inspectPackage } from "@/lib/supply/packages/inspect";
import { skillMd } from "@/tests/support/zips";

test("a ZIP that a browser makes is read as it was written, names outside of ASCII included", async () => {
  const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text));
  const zip = zipOf([
    { path: "notes/SKILL.md", content: bytes(skillMd({ slug: "notes" })) },
    { path: "notes/references/über uns.md", content: bytes("Grüße") },
    { path: "notes/empty.txt", content: bytes("") },
  ]);
  const folder = await mkdtemp(join(tmpdir(), "zip-test-"));
  try {
    await writeFile(join(folder, "sent.zip"), Buffer.from(await zip.arrayBuffer()));
    const { name, manifest } = await inspectPackage(join(folder, "sent.zip"), join(folder, "out.zip"));
    expect(name).toBe("notes");
    expect(manifest.map(({ path, size }) => [path, size])).toEqual([
      ["SKILL.md", bytes(skillMd({ slug: "notes" })).length],
      ["empty.txt", 0],
      ["references/über uns.md", 7],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
