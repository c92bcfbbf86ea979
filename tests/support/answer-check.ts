import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";

type DescribedAnswer = { content: { "application/json"?: { examples: Record<string, unknown> } } };
type Described = {
  paths: Record<string, Record<string, { responses: Record<string, DescribedAnswer> }>>;
  ajv: Ajv2020;
  compiled: Map<string, ValidateFunction>;
};

/** The description is the same for all files that this process tests: it is made, and its schemas are compiled, once. */
const shared = globalThis as { describedAnswers?: Described };
shared.describedAnswers ??= readDescription();
const { paths, ajv, compiled } = shared.describedAnswers;

function readDescription(): Described {
  const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES)));
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "openapi", ...document });
  return { paths: document.paths, ajv, compiled: new Map() };
}

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
  const operation = path && paths[path]?.[method.toLowerCase()];
  if (!path || !operation) {
    if (status === 404 || status === 405 || pathname === "/v1/openapi.json") return;
    throw new Error(`${method} ${pathname} is not described, but answered ${status}`);
  }
  const pointer = [
    "paths",
    path,
    method.toLowerCase(),
    "responses",
    String(status),
    "content",
    "application/json",
    "schema",
  ];
  const response = operation.responses[String(status)];
  if (!response) throw new Error(`${method} ${path}: status ${status} is not described: ${JSON.stringify(body)}`);
  const described = response.content["application/json"];
  if (!described) return;
  const ref = `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
  const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
  compiled.set(ref, validate);
  if (!validate(body)) {
    throw new Error(
      `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 2)}`,
    );
  }
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
