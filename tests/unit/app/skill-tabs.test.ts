import { expect, test } from "vitest";
import { tabsOf } from "@/app/(market)/skills/[slug]/_components/tabs";

const skill = {
  execution_type: "api",
  rating: { average: 4, count: 2, histogram: Array<number>(5).fill(0) },
  listed: true,
  package: null,
} as const;
const idsOf = (...args: Parameters<typeof tabsOf>) => tabsOf(...args).map(({ id }) => id);

test("an unlisted skill lacks the tabs of listed ones", () => {
  expect(idsOf(skill)).toEqual(["overview", "try", "api", "versions", "reviews"]);
  expect(idsOf({ ...skill, listed: false })).toEqual(["overview", "try", "api"]);
});

test("only a skill whose package is handed out shows files", () => {
  const pack = { version: "1.0.0", size: 1, sha256: "0" };
  expect(idsOf({ ...skill, package: pack })).not.toContain("files");
  expect(idsOf({ ...skill, package: pack, execution_type: "both" })).toContain("files");
});
