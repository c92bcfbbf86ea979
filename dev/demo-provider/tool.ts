/** A tool of the demo provider: what it takes, as a JSON Schema, and what it does. */
export type Tool = {
  schema: Record<string, unknown>;
  run: (input: Record<string, unknown>) => unknown;
};

/** Input that a tool cannot work with; its message is the answer's. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

export const MAX_TEXT_CHARS = 100_000;

/** The schema of a text parameter. */
export function textField(title: string, description: string, example: string) {
  return { type: "string", title, description, minLength: 1, maxLength: MAX_TEXT_CHARS, examples: [example] };
}

/** The schema of an object whose named fields are required and which takes no others. */
export function objectOf(properties: Record<string, unknown>, required: string[]) {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties,
    required,
    additionalProperties: false,
  };
}

/** A text field of the input. Throws ToolError when it is missing. */
export function text(input: Record<string, unknown>, name: string): string {
  const value = input[name];
  if (typeof value !== "string" || value.length > MAX_TEXT_CHARS)
    throw new ToolError(`${name} must be a text of at most ${MAX_TEXT_CHARS} characters`);
  return value;
}

/** A finite number of the input. Throws ToolError when it is missing. */
export function number(input: Record<string, unknown>, name: string): number {
  const value = input[name];
  if (typeof value !== "number" || !Number.isFinite(value)) throw new ToolError(`${name} must be a number`);
  return value;
}
