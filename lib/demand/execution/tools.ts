import { env } from "@/lib/platform/core/env";
import { AppError, echo } from "@/lib/platform/core/errors";
import type * as catalog from "@/lib/supply/catalog/service";
import { type OperationRequest, operationRequest } from "@/lib/supply/skills/operation-request";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { offered } from "@/lib/supply/skills/operations";

/** A tool that is called, with the request that its parameters make; null for a tool of an MCP server. */
export type CalledTool = { operation: Operation; request: OperationRequest | null };

type Skill = Pick<catalog.ListingDetail, "slug" | "operations">;

/** The tool that a call names; null for a skill with one endpoint. Throws not_executable and not_found, with the names of the tools. */
export function requireTool({ slug, operations }: Skill, name: string | undefined): Operation | null {
  if (name === undefined && operations === null) return null;
  const tools = offered(operations);
  const found = tools.find((tool) => tool.name === name);
  if (found) return found;
  const details = { tools: tools.map((tool) => tool.name) };
  if (name !== undefined)
    throw new AppError("not_found", `This skill has no tool ${echo(name)}. GET /v1/skills/${slug} lists its tools.`, {
      param: "tool",
      details,
    });
  const path = `${env().PUBLIC_URL}/v1/skills/${slug}/tools/{tool}/execute`;
  throw new AppError("not_executable", `This skill has several tools. Call one of them: POST ${path}`, { details });
}

/** A tool with the request that these parameters make. Throws invalid_request, naming the parameter. */
export function calledTool(operation: Operation, endpoint: string, parameters: Record<string, unknown>): CalledTool {
  const { http } = operation;
  return { operation, request: http ? operationRequest(endpoint, http, parameters) : null };
}
