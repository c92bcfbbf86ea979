import type { CredentialDeclaration } from "@/lib/supply/skills/credential-schemas";
import type { Operation } from "@/lib/supply/skills/operation-schemas";

type Schema = Record<string, unknown>;
type Described = {
  credentials: readonly CredentialDeclaration[] | null;
  api_schema: Schema | null;
  operations: readonly Operation[] | null;
};

/** The names of the arguments that credentials fill. */
export const argumentsOf = (credentials: readonly CredentialDeclaration[] | null): string[] =>
  (credentials ?? []).filter((one) => one.in === "argument").map(({ as }) => as);

/** Content whose schemas leave out the arguments that calls carry by themselves. */
export function withoutArguments<T extends Described>(content: T): T {
  const names = argumentsOf(content.credentials);
  if (names.length === 0) return content;
  const { api_schema: schema, operations } = content;
  return {
    ...content,
    api_schema: schema && without(schema, names),
    operations: operations?.map((one) => ({ ...one, input_schema: without(one.input_schema, names) })) ?? operations,
  };
}

function without(schema: Schema, names: readonly string[]): Schema {
  const { properties, required } = schema;
  const isLeft = (name: unknown) => !names.includes(String(name));
  return {
    ...schema,
    ...(typeof properties === "object" &&
      properties !== null && {
        properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isLeft(name))),
      }),
    ...(Array.isArray(required) && { required: required.filter(isLeft) }),
  };
}
