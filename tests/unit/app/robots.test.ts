import { expect, test } from "vitest";
import robots from "@/app/robots";

test("robots may read the pages and the API's description, and nothing else of the API", () => {
  const { rules } = robots();
  if (Array.isArray(rules)) throw new Error("one rule for all robots");
  const asList = (paths: string | string[] = []) => [paths].flat();
  const inOrder = [
    ...asList(rules.allow).map((path) => ({ path, isAllowed: true })),
    ...asList(rules.disallow).map((path) => ({ path, isAllowed: false })),
  ];
  const longestFirst = inOrder.toSorted((a, b) => b.path.length - a.path.length);
  // RFC 9309 takes the longest rule that fits, older readers the first one.
  for (const order of [longestFirst, inOrder]) {
    const mayRead = (path: string) => order.find((rule) => path.startsWith(rule.path))?.isAllowed ?? true;
    for (const path of ["/v1/openapi.json", "/", "/docs/api", "/llms.txt", "/skills/a"])
      expect([path, mayRead(path)]).toEqual([path, true]);
    for (const path of ["/v1/skills", "/api/auth/sign-in"]) expect([path, mayRead(path)]).toEqual([path, false]);
  }
});
