import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Sparkline } from "@/components/skills/sparkline";

const pathsOf = (calls: number[], failures: number[]) =>
  [
    ...renderToStaticMarkup(createElement(Sparkline, { daily: { until: "2026-11-20", calls, failures } })).matchAll(
      / d="([^"]*)"/g,
    ),
  ].map(([, path]) => path);

test("a sparkline is one path per color however many days it shows, and says its figures to screen readers", () => {
  const calls = Array.from({ length: 30 }, (_, day) => day);
  const markup = renderToStaticMarkup(
    createElement(Sparkline, { daily: { until: "2026-11-20", calls, failures: calls } }),
  );
  expect(markup.match(/<path/g)).toHaveLength(3);
  expect(markup).toContain(`aria-label="Calls by day: ${calls.join(", ")}"`);
});

test("failures stand on the calls of their day, the highest day fills the height, and empty days have a base line", () => {
  expect(pathsOf([3, 0], [1, 0])).toEqual(["M0 19h44v1h-44zM45 19h44v1h-44z", "M0 5h44v15h-44z", "M0 0h44v5h-44z"]);
});
