import { describedApi } from "@/app/_lib/described-api";
import { isObject, resolved, type SchemaRow, schemaRows, typeText } from "@/app/docs/_lib/schema-rows";
import { env } from "@/lib/platform/core/env";

type Json = Record<string, unknown>;

export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  isPublic: boolean;
  parameters: (SchemaRow & { place: string })[];
  body: SchemaRow[];
  answer: SchemaRow[];
  errors: { status: string; codes: string[] }[];
  curl: string;
  example: string | null;
};
export type OperationGroup = { slug: string; name: string; description: string; operations: Operation[] };

const METHODS = ["get", "post", "put", "patch", "delete"];

let groups: Promise<OperationGroup[]> | undefined;

/** The endpoints of the API by group, read once from the description that `/v1/openapi.json` answers. */
export function operationGroups(): Promise<OperationGroup[]> {
  groups ??= read();
  return groups;
}

async function read(): Promise<OperationGroup[]> {
  const document = (await describedApi()) as unknown as Json;
  const operations = operationsOf(document);
  return listOf(document.tags)
    .filter(isObject)
    .map(({ name, description }) => ({
      slug: slugOf(String(name)),
      name: String(name),
      description: String(description),
      operations: operations.filter(({ tag }) => tag === name).map((one) => viewOf(one, document)),
    }));
}

/** What a search needs of every endpoint. With their fields and examples it took three times as long, and all of it stayed in memory. */
export async function operationIndex() {
  const document = (await describedApi()) as unknown as Json;
  return operationsOf(document).map((one) => ({ group: slugOf(one.tag), ...aboutOf(one) }));
}

type Described = { tag: string; method: string; path: string; operation: Json };

function operationsOf(document: Json): Described[] {
  const paths = isObject(document.paths) ? Object.entries(document.paths) : [];
  return paths.flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = isObject(item) ? item[method] : undefined;
      return isObject(operation) ? [{ tag: textOf(listOf(operation.tags)[0]), method, path, operation }] : [];
    }),
  );
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown) => (typeof value === "string" ? value : "");

const aboutOf = ({ method, path, operation }: Described) => ({
  id: textOf(operation.operationId) || `${method}${path.replaceAll(/\W+/g, "-")}`,
  method: method.toUpperCase(),
  path,
  summary: textOf(operation.summary),
  description: textOf(operation.description),
});

function viewOf(described: Described, root: Json): Operation {
  const { method, path, operation } = described;
  const responses = isObject(operation.responses) ? operation.responses : {};
  const [body, answer] = [mediaOf(operation.requestBody, root), mediaOf(responses["200"], root)];
  return {
    ...aboutOf(described),
    isPublic: listOf(operation.security).length === 0 && operation.security !== undefined,
    parameters: listOf(operation.parameters).map((part) => parameterOf(resolved(part, root), root)),
    body: body ? schemaRows(body.schema, root) : [],
    answer: answer ? schemaRows(answer.schema, root) : [],
    errors: errorsOf(responses),
    curl: curlOf({ method, path }, body),
    example: answer?.example === undefined ? null : JSON.stringify(answer.example, null, 2),
  };
}

type Media = { type: string; schema: unknown; example: unknown };

/** The one media type of a body or an answer; null for none. */
function mediaOf(part: unknown, root: Json): Media | null {
  const { content } = resolved(part, root);
  const [type, media] = isObject(content) ? (Object.entries(content)[0] ?? []) : [];
  if (!type || !isObject(media)) return null;
  return { type, schema: media.schema, example: media.example };
}

function parameterOf(parameter: Json, root: Json): SchemaRow & { place: string } {
  return {
    name: textOf(parameter.name),
    place: textOf(parameter.in),
    type: typeText(parameter.schema, root),
    isRequired: parameter.required === true,
    description: textOf(parameter.description) || textOf(resolved(parameter.schema, root).description),
  };
}

function errorsOf(responses: Json) {
  return Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, response]) => ({
      status,
      codes: textOf(isObject(response) ? response.description : "")
        .replace(/^One of: |\.$/g, "")
        .split(", "),
    }));
}

/** A call of an endpoint in a shell, with the example of its body. */
function curlOf({ method, path }: { method: string; path: string }, body: Media | null): string {
  const lines = [
    `curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"${env().PUBLIC_URL}${path}"`,
    `-H "Authorization: Bearer $SKILLS_API_KEY"`,
  ];
  if (body?.type === "application/json")
    lines.push(`-H "Content-Type: application/json"`, `-d '${JSON.stringify(body.example ?? {})}'`);
  else if (body) lines.push(`-H "Content-Type: ${body.type}"`, "--data-binary @file.zip");
  return lines.join(" \\\n  ");
}
