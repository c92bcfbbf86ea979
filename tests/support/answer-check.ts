import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ROUTES } from "@/app/v1/routes";
import { openApiDocument } from "@/lib/http/openapi";

const document = JSON.parse(JSON.stringify(openApiDocument(ROUTES)));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "openapi", ...document });

type DescribedFailure = { content: { "application/json": { examples: Record<string, unknown> } } };

const templates = Object.keys(ROUTES).map((path) => ({
  path,
  form: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+").replace(/\./g, "\\.")}$`),
}));
const compiled = new Map<string, ValidateFunction>();

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
  if (!operation.responses[String(status)])
    throw new Error(`${method} ${path}: status ${status} is not described: ${JSON.stringify(body)}`);
  if (!operation.responses[String(status)].content["application/json"]) return;
  const ref = `openapi#/${pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`;
  const validate = compiled.get(ref) ?? ajv.compile({ $ref: ref });
  compiled.set(ref, validate);
  if (!validate(body)) {
    throw new Error(
      `${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(body, null, 2)}`,
    );
  }
  if (status >= 400) requireCode(`${method} ${path} ${status}`, operation.responses[String(status)], body);
}

/** An error of a described status may still have a code that nobody was told of: its examples are the codes there are. */
function requireCode(place: string, response: DescribedFailure, body: unknown): void {
  const { code } = (body as { error: { code: string } }).error;
  const described = Object.keys(response.content["application/json"].examples);
  if (!described.includes(code))
    throw new Error(`${place}: the code ${code} is not described, only ${described.join(", ")}`);
}

/** Tests write long input as one letter many times: an error repeats at most 100 characters of what somebody sent. */
function requireShortEcho(body: unknown): void {
  const echoed = /x{101,}/.exec(JSON.stringify(body));
  if (echoed) throw new Error(`an error repeats ${echoed[0].length} characters of what was sent`);
}
