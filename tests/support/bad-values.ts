/** A schema of the API's description, as far as bad input is made from it. */
export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  $ref?: string;
  enum?: unknown[];
  additionalProperties?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
};

/** Values that no field takes, as raw JSON; `tooLong` is a length that no text of the endpoint may have. */
export function badValues(schema: Schema, tooLong: number): string[] {
  const types = JSON.stringify(schema);
  const isNumber = /"(number|integer)"/.test(types);
  const isText = /"string"/.test(types);
  const isObject = schema.additionalProperties !== undefined || /"object"/.test(types);
  return [
    ...(isNumber ? ["-1", "1e309", "0.00000001", "9007199254740993", '"1"'] : ["12345678901"]),
    ...(isText ? ['"\\u0000"', '"\\ud800"', `"${"x".repeat(tooLong)}"`] : ['"text"']),
    ...(isObject ? ["[[]]"] : ['{"a":1}', '{"__proto__":{}}']),
    ...(/"boolean"/.test(types) ? ['"true"'] : ["true"]),
    ...(/"array"/.test(types) && !isObject ? ["[{}]"] : ["[1]"]),
  ];
}
