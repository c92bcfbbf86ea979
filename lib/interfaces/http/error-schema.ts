import { z } from "zod";
import { ERROR_CODES, ERRORS, type ErrorCode } from "@/lib/platform/core/errors";

/** The schema of one error, named after its code: `InsufficientCreditsError`. */
function schemaOf(code: ErrorCode) {
  const name = code.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return z
    .object({
      error: z.object({
        code: z.literal(code).meta({ description: "Stable and machine-readable." }),
        message: z.string().meta({ description: "For people: what happened and what to do." }),
        param: z.string().nullable().meta({ description: "JSON path or query name at fault." }),
        details: ERRORS[code].details ?? z.record(z.string(), z.unknown()),
        request_id: z.string(),
      }),
    })
    .meta({ id: `${name}Error` });
}

const schemas = Object.fromEntries(ERROR_CODES.map((code) => [code, schemaOf(code)])) as unknown as Record<
  ErrorCode,
  ReturnType<typeof schemaOf>
>;

/** The schema of an answer that is one of some errors; clients tell them apart by `error.code`. */
export function errorSchema(codes: readonly [ErrorCode, ...ErrorCode[]]): z.ZodType {
  const [first, ...rest] = codes.map((code) => schemas[code]);
  if (!first) throw new Error("an answer of no error");
  return rest.length === 0 ? first : z.union([first, ...rest]);
}

/** The example of an error in the OpenAPI document. */
export function exampleError(code: ErrorCode) {
  const { example } = ERRORS[code];
  return {
    error: {
      code,
      message: example?.message ?? `${code.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase())}.`,
      param: example?.param ?? null,
      details: example?.details ?? {},
      request_id: "req_0f3c1a9be1d64c7fa2f4f0f2b7c9d1e4",
    },
  };
}
