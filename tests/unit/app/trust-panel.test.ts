import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TrustPanel } from "@/components/skills/trust-panel";
import { trustText } from "@/components/skills/trust-text";
import { NO_TRUST, type Trust } from "@/lib/supply/skills/trust-schemas";

const figures = (changed: Partial<Trust> = {}): Trust => ({
  ...NO_TRUST,
  calls: 41,
  callers: 7,
  success_rate: 1,
  p50_ms: 90,
  p95_ms: 240,
  daily: { until: "2026-11-20", calls: [40, 1], failures: [0, 0] },
  ...changed,
});

/** The facts of the panel, by name. */
function factsOf(execution_type: "api" | "download" | "both", changed: Partial<Trust> = {}) {
  const skill = { execution_type, pricing_type: "usage" as const, trust: figures(changed) };
  const markup = renderToStaticMarkup(createElement(TrustPanel, { skill }));
  const pairs = [...markup.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)];
  return { markup, facts: Object.fromEntries(pairs.map(([, name, value]) => [name, value])) };
}

test("a package that is only downloaded shows its downloads, and no latency: how long a file takes is the buyer's line", () => {
  expect(factsOf("download").facts).toEqual({
    Downloads: "41",
    Users: "7",
    Successful: "100%",
    "Last failure": "none",
  });
  expect(trustText(figures(), "download")).toBe("100% succeed · 7 users");
});

test("a skill that is also called shows calls with their latency", () => {
  for (const kind of ["api", "both"] as const) {
    expect(factsOf(kind).facts).toMatchObject({ Calls: "41", "Median time": "90 ms" });
    expect(factsOf(kind).facts).not.toHaveProperty("Downloads");
  }
});

test("below 20 downloads there is no rate, and the panel says what is missing", () => {
  const few = { success_rate: null, p50_ms: null, p95_ms: null, calls: 3 };
  expect(factsOf("download", few).markup).toContain("New: not enough downloads yet.");
  expect(factsOf("download", few).facts).not.toHaveProperty("Successful");
  expect(trustText(figures(few), "download")).toBe("New: not enough downloads yet");
});
