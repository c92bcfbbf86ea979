import { expect, test } from "vitest";
import { nextPath } from "@/lib/interfaces/http/next-path";

test.each([
  ["/"],
  ["/skills/text-statistics?tab=try#result"],
  ["/wallet?need=5&next=%2Fskills%2Fx"],
  ["/%2F%2Fevil.example"],
  ["/%5Cevil.example"],
  ["/settings#sessions"],
])("%s is a path of ours", (path) => {
  expect(nextPath(path)).toBe(path);
});

test.each([
  ["another site", "https://evil.example"],
  ["a site without its scheme", "//evil.example"],
  ["three slashes", "///evil.example"],
  ["a backslash", "/\\evil.example"],
  ["two backslashes", "\\\\evil.example"],
  ["a backslash further on", "/a\\..\\..\\evil"],
  ["a scheme without slashes", "https:evil.example"],
  ["another scheme", "javascript:alert(1)"],
  ["data", "data:text/html,x"],
  ["a tab that browsers drop", "/\t/evil.example"],
  ["a line break that browsers drop", "/\n/evil.example"],
  ["a leading space", " //evil.example"],
  ["a path that climbs to two slashes", "/..//evil.example"],
  ["a path that climbs by dots", "/.//evil.example"],
  ["encoded dots", "/%2e//evil.example"],
  ["a user before another host", "/@evil.example\\@x"],
  ["nothing", undefined],
  ["an empty text", ""],
  ["a path without its slash", "wallet"],
  ["two of them", ["/wallet", "//evil.example"]],
  ["the page itself", "/sign-in?next=/sign-in"],
  ["registering", "/register"],
  ["what begins a sign-in", "/api/auth/sign-in/company?organization=evil"],
  ["the same, encoded", "/%61pi/auth/sign-in/google"],
  ["the API", "/v1/account"],
])("%s leads home", (_, next) => {
  expect(nextPath(next)).toBe("/");
});

test("whatever it answers, a browser on our page stays on our page", () => {
  for (const next of [
    "/%09/evil",
    "/%0a//evil",
    "/;//evil",
    "/?//evil",
    "/#//evil",
    "/evil.example//",
    "/%2e%2e//evil",
  ])
    expect(new URL(nextPath(next), "https://market.test/sign-in").origin).toBe("https://market.test");
});
