import { createHash } from "node:crypto";
import { echo, type Issue } from "@/lib/platform/core/errors";
import { toCredits } from "@/lib/platform/core/money";
import { flatSlug } from "@/lib/supply/skills/flat-slug";
import { headerProblem } from "@/lib/supply/skills/operation-request";
import type { EndpointType, Operation, SkillTool } from "@/lib/supply/skills/operation-schemas";
import { checkResponseSchema, checkSchema } from "@/lib/supply/skills/parameters";
import { toUnits, type UnitTerms, unitsOfTool } from "@/lib/supply/skills/units";

/** Longest name of a tool that all clients of MCP accept. */
const MAX_MCP_NAME_CHARS = 64;
const DIGEST_CHARS = 8;

/** The name of a skill's operation in `/mcp`: `<slug>__<name>`, whose end is a digest when that is too long. */
export function mcpName(slug: string, name: string): string {
  const whole = `${flatSlug(slug, "_")}__${name}`;
  if (whole.length <= MAX_MCP_NAME_CHARS) return whole;
  const digest = createHash("sha256").update(whole).digest("hex").slice(0, DIGEST_CHARS);
  return `${whole.slice(0, MAX_MCP_NAME_CHARS - DIGEST_CHARS - 1)}_${digest}`;
}

/** The operations that consumers may call. */
export function offered(operations: readonly Operation[] | null): Operation[] {
  return (operations ?? []).filter(({ hidden }) => !hidden);
}

/** The operations that the marketplace may call by itself: those not marked as destructive. */
export function callable(operations: readonly Operation[] | null): Operation[] {
  return offered(operations).filter(
    ({ annotations, http }) => annotations.destructive !== true && http?.method !== "DELETE",
  );
}

type Sold = {
  slug: string;
  pricing_type: "subscription" | "usage";
  price_per_call_micros: string | null;
  operations: readonly Operation[] | null;
  operation_prices: Record<string, string>;
  units: UnitTerms[];
  operation_units: Record<string, UnitTerms[]>;
};

/** The operations of a skill as consumers see them. */
export function toTools(skill: Sold): SkillTool[] {
  return offered(skill.operations).map(({ name, title = null, description, ...operation }) => ({
    name,
    title,
    description,
    input_schema: operation.input_schema,
    output_schema: operation.output_schema,
    annotations: operation.annotations,
    price: priceOf(skill, name),
    units: skill.pricing_type === "usage" ? toUnits(unitsOfTool(skill, name)) : [],
    mcp_name: mcpName(skill.slug, name),
  }));
}

function priceOf({ pricing_type, price_per_call_micros, operation_prices }: Sold, name: string): number | null {
  const own = operation_prices[name];
  if (pricing_type === "subscription") return own === "0" ? 0 : null;
  return toCredits(BigInt(own ?? price_per_call_micros ?? 0));
}

type Called = { slug: string; endpoint_type: EndpointType; operations: readonly Operation[] | null };

/** What is wrong with the operations of a skill: schemas, mappings, and names that collide. */
export function operationIssues({ slug, endpoint_type, operations }: Called): Issue[] {
  const names = new Map<string, string>();
  return (operations ?? []).flatMap((operation, at): Issue[] => {
    const param = `operations[${at}]`;
    const name = mcpName(slug, operation.name).toLowerCase();
    const other = names.get(name);
    names.set(name, operation.name);
    if (other !== undefined)
      return [{ param: `${param}.name`, message: `collides with ${echo(other)}: agents would see one name for both` }];
    return [...callIssues(operation, endpoint_type, param), ...schemaIssues(operation, param)];
  });
}

function schemaIssues({ input_schema, output_schema }: Operation, at: string): Issue[] {
  const moved = (issues: Issue[], name: string) =>
    issues.map(({ param, message }) => ({ param: param.replace(/^(api|response)_schema/, `${at}.${name}`), message }));
  return [
    ...moved(checkSchema(input_schema), "input_schema"),
    ...(output_schema ? moved(checkResponseSchema(output_schema), "output_schema") : []),
  ];
}

function callIssues({ http, mcp }: Operation, type: EndpointType, at: string): Issue[] {
  if (type === "mcp")
    return mcp && !http ? [] : [{ param: `${at}.mcp`, message: "is how tools of an mcp endpoint are called" }];
  if (!http || mcp) return [{ param: `${at}.http`, message: "is how operations of an http endpoint are called" }];
  const mapped = http.parameters;
  const holes = [...http.path.matchAll(/\{([^{}]*)\}/g)].map(([, hole = ""]) => hole);
  const inPath = mapped.filter((parameter) => parameter.in === "path").map(({ name, as }) => as ?? name);
  const missing = holes.find((hole) => !inPath.includes(hole));
  const extra = inPath.find((name) => !holes.includes(name));
  const segments = http.path.split("/");
  const issues: (Issue | false)[] = [
    missing !== undefined && { param: `${at}.http.path`, message: `has {${echo(missing)}}, which no parameter fills` },
    extra !== undefined && {
      param: `${at}.http.parameters`,
      message: `fill {${echo(extra)}}, which path does not have`,
    },
    segments.some((segment) => segment === "." || segment === "..") && {
      param: `${at}.http.path`,
      message: "must not have . or .. segments",
    },
    new Set(mapped.map(({ name }) => name)).size < mapped.length && {
      param: `${at}.http.parameters`,
      message: "must not name a property twice",
    },
    http.method === "GET" && http.body !== "none" && { param: `${at}.http.body`, message: "must be none with GET" },
    http.body_property !== undefined &&
      http.body !== "json" && { param: `${at}.http.body_property`, message: "is for a json body" },
  ];
  const headers = mapped.flatMap(({ in: place, name, as }, index): Issue[] => {
    const problem = place === "header" ? headerProblem(as ?? name) : null;
    return problem ? [{ param: `${at}.http.parameters[${index}]`, message: problem }] : [];
  });
  return [...issues.filter((issue) => issue !== false), ...headers];
}
