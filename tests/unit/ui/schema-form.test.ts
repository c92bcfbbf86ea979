import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SchemaField } from "@/components/skills/schema-form";

test("a parameter that every object seems to have is empty and without a fault", () => {
  const schema = {
    type: "object",
    properties: { constructor: { type: "string", maxLength: 10 }, valueOf: { oneOf: [{}, { const: 1 }] } },
  };
  const form = renderToStaticMarkup(
    createElement(SchemaField, {
      schema,
      root: schema,
      value: {},
      onChange: () => {},
      name: "",
      path: "",
      isRequired: true,
      errors: {},
    }),
  );
  expect(form).toContain('id="param-constructor"');
  expect(form).toContain('id="param-valueOf"');
  expect(form).not.toContain('aria-invalid="true"');
  expect(form).not.toContain("-error");
});
