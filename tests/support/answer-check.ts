import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";

type DescribedAnswer = { content: { "application/json"?: { examples: Record<string, unknown> } } };
type Schema = { $ref?: string };
type Document = { paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>> };
type Described = { document: Document; ajv: Ajv2020 };

/** The description is the same for all files that this process tests: it is made, and its schemas are compiled, once. */
const shared = globalThis as { describedAnswers?: Described };
shared.describedAnswers ??= readDescription();
const { document, ajv } = shared.describedAnswers;

function readDescription(): Described {
  const document = JSON.parse(describedOnce());
  // Inlined or optimized, compiling the schemas took longer than many a file's tests.
  const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "openapi", ...document });
  return { document, ajv };
}

/** The text of the document, which the first process of a run makes for all: that takes seconds of a small file's processor time. */
function describedOnce(): string {
  const path = join(process.env.TEST_RUN_FOLDER ?? "", "openapi.json");
  if (existsSync(path)) return readFileSync(path, "utf8");
  const text = JSON.stringify(openApiDocument(ROUTES));
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
  return text;
}

/** How a value breaks the schema of a media type in the OpenAPI document, or null. */
export function violationOf(place: string[], value: unknown): string | null {
  const schema = place.reduce<unknown>(
    (parent, part) => (parent as Record<string, unknown>)?.[part],
    document,
  ) as Schema;
  // Most media types name a schema that others name, too: it is compiled once.
  const pointer = schema.$ref ?? `#/${place.map((part) => encodeURIComponent(escaped(part))).join("/")}`;
  const validate = ajv.getSchema(`openapi${pointer}`);
  if (!validate) throw new Error(`there is no schema at ${place.join(" ")}`);
  return validate(value) ? null : ajv.errorsText(validate.errors);
}

/** A part of a JSON pointer. */
const escaped = (part: string) => part.replaceAll("~", "~0").replaceAll("/", "~1");

const templates = Object.keys(ROUTES).map((path) => ({
  path,
  form: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+").replace(/\./g, "\\.")}$`),
}));

/** The described path that serves a request, or null; literal paths come before parameters. */
export function templateOf(pathname: string): string | null {
  return (
    templates
      .filter(({ form }) => form.test(pathname))
      .sort((a, b) => a.path.split("{").length - b.path.split("{").length)[0]?.path ?? null
  );
}

/** Fails unless the answer's status, its JSON body and the code of an error stand in the OpenAPI document of its endpoint. */
export function requireDescribed(method: string, pathname: string, status: number, body: unknown): void {
  if (status >= 400) requireShortEcho(body);
  const path = templateOf(pathname);
  const operation = path && document.paths[path]?.[method.toLowerCase()];
  if (!path || !operation) {
    if (status === 404 || status === 405 || pathname === "/v1/openapi.json") return;
    throw new Error(`${method} ${pathname} is not described, but answered ${status}`);
  }
  const response = operation.responses[String(status)];
  if (!response) throw new Error(`${method} ${path}: status ${status} is not described: ${JSON.stringify(body)}`);
  const described = response.content["application/json"];
  if (!described) return;
  const place = [
    "paths",
    path,
    method.toLowerCase(),
    "responses",
    String(status),
    "content",
    "application/json",
    "schema",
  ];
  const violation = violationOf(place, body);
  if (violation) throw new Error(`${method} ${path} ${status}: ${violation}\n${JSON.stringify(body, null, 2)}`);
  if (status >= 400) requireCode(`${method} ${path} ${status}`, Object.keys(described.examples), body);
}

/** An error of a described status may still have a code that nobody was told of: its examples are the codes there are. */
function requireCode(place: string, described: string[], body: unknown): void {
  const { code } = (body as { error: { code: string } }).error;
  if (!described.includes(code))
    throw new Error(`${place}: the code ${code} is not described, only ${described.join(", ")}`);
}

/** Tests write long input as one letter many times: an error repeats at most 100 characters of what somebody sent. */
function requireShortEcho(body: unknown): void {
  const echoed = /x{101,}/.exec(JSON.stringify(body));
  if (echoed) throw new Error(`an error repeats ${echoed[0].length} characters of what was sent`);
}
