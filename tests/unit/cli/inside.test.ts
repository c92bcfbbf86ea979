import { expect, test } from "vitest";
import { isInside } from "@/packages/cli/src/inside";

test.each([".claude/skills/x", "tools", ".github/skills/x", "a.git/x", "..x/y", "gitx"])(
  "%s is a folder that a skill may be in",
  (path) => {
    expect(isInside(path)).toBe(true);
  },
);

test.each([
  ...["", ".", "..", "../outside", "skills/../../outside", "skills//x", "/tmp/outside", "skills/"],
  ...["..\\outside", "C:/outside", "skills/a:b", "skills/\u001b[2Jx", "skills/\u202ex"],
  ...[".git", ".git/hooks", ".GIT/hooks", "skills/.git", ".git./hooks", "git~1/hooks", ".g\u200cit/hooks"],
])("%j leads out of the project or into Git's own files", (path) => {
  expect(isInside(path)).toBe(false);
});
