import { readFileSync, writeFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { test } from "vitest";
import { parseSkillMd } from "@/lib/packages/skill-md";
import { findReferences } from "@/lib/packages/references";
test("x", () => {
  const rows = gunzipSync(readFileSync("/work/shared/data/skillmd.jsonl.gz")).toString().trim().split("\n").map((l) => JSON.parse(l) as {path:string;text:string});
  const out = rows.map(({ path, text }) => { const r = parseSkillMd(text, { expectedName: process.env.SLUG ? path.split("/")[0]?.split("--").at(-1) : undefined }); return { path, ...r, text, refs: findReferences(r.body) }; });
  writeFileSync("/tmp/pk/out.json", JSON.stringify(out));
});
