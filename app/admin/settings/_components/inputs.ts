import { z } from "zod";
import type { FormField } from "@/app/admin/settings/_components/fields";
import type { SiteSettings } from "@/lib/platform/site/schemas";
import { SETTINGS, type SettingInput, SITE_SETTINGS } from "@/lib/platform/site/setting-schemas";
import type { TitledText } from "@/lib/platform/site/titled-text-schemas";

/** The inputs of the form, each with the limits of its schema. Settings with a form of their own have none. */
export function fieldsOf(settings: SiteSettings): FormField[] {
  return SITE_SETTINGS.flatMap((name) => {
    const { schema, initial: _, ...about } = SETTINGS[name];
    if (about.input.kind === "its own") return [];
    const isOptional = schema.safeParse(null).success;
    const text = textOf(about.input.kind, settings[name]);
    return [{ name, ...about, text, isOptional, ...limitsOf(schema) }];
  });
}

function limitsOf(schema: z.ZodType): Pick<FormField, "type" | "limit"> {
  const { anyOf, ...own } = z.toJSONSchema(schema, { io: "input" });
  const [given = own] = anyOf ?? [own];
  const { type, format, pattern, maxLength, minimum, maximum, multipleOf } = given;
  const isNumber = type === "number" || type === "integer";
  return {
    ...(format === "email" && { type: "email" }),
    limit: {
      ...(isNumber && { step: multipleOf ?? 1 }),
      ...(format !== "email" && pattern !== undefined && { pattern }),
      ...(maxLength !== undefined && { maxLength }),
      ...(minimum !== undefined && { min: minimum }),
      ...(maximum !== undefined && { max: maximum }),
    },
  };
}

function textOf(kind: SettingInput["kind"], value: unknown): string {
  switch (kind) {
    case "titled":
      return (value as TitledText[]).map(({ title, text }) => `${title}\n${text}`).join("\n\n");
    case "lines":
      return (value as string[]).join("\n");
    case "line":
    case "text":
    case "markdown":
    case "color":
    case "choice":
    case "number":
    case "its own":
      return String(value ?? "");
  }
}
