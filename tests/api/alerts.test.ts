import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { handleMetrics } from "@/host/metrics";

type Rules = { groups: { rules: { alert: string; expr: string }[] }[] };
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] };

const rules = (parse(readFileSync("ops/alerts.yaml", "utf8")) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync("ops/dashboard.json", "utf8")) as Dashboard;

/** The names of the metrics that an expression reads: what is neither a function, a label nor a keyword of PromQL. */
const metricsOf = (expr: string) =>
  [...expr.replace(/\{[^}]*\}|\bby \([^)]*\)|\[[^\]]*\]/g, " ").matchAll(/[a-z]+(?:_[a-z0-9]+)+\b(?!\s*\()/g)].map(
    ([name]) => name,
  );

test("every alert and every panel reads metrics that this product has", async () => {
  const request = new Request("http://127.0.0.1/metrics");
  const answer = await (await handleMetrics(request, "127.0.0.1")).text();
  const known = new Set(
    [...answer.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  );
  const read = [...rules, ...panels.flatMap(({ targets }) => targets)].flatMap(({ expr }) => metricsOf(expr));
  expect(read.length).toBeGreaterThan(20);
  expect(read.filter((name) => !known.has(name))).toEqual([]);
});

test("every alert has a section in the runbook, and no section is of an alert that is gone", () => {
  const sections = [...readFileSync("docs/runbook.md", "utf8").matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});
