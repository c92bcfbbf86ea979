import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ToolChanges } from "@/app/console/[id]/_components/tool-changes";

const textOf = (tools: string[], isPrivate: boolean) =>
  renderToStaticMarkup(
    createElement(ToolChanges, {
      skillId: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
      url: "https://mcp.example.com",
      check: {
        version: 1,
        checked_at: null,
        differences: tools.map((tool) => ({ tool, change: "gone" as const, now: null })),
      },
      reviewed: [],
      canAccept: false,
      isPrivate,
    }),
  ).replaceAll(/<[^>]*>/g, "");

test("changed tools are refused until a reviewer approves the change, and a private skill's until it is submitted", () => {
  expect(textOf(["a", "b"], false)).toContain(
    "Calls to these tools are refused and not charged until a reviewer approves the change. The other tools keep working.",
  );
  expect(textOf(["a"], true)).toContain(
    "Calls to this tool are refused and not charged until you submit the change. The other tools keep working.",
  );
});
