import { type ContentBlock, isSpecType } from "@modelcontextprotocol/server";

/** The metadata of links and files that come from a seller. Our own have none. */
const META_FROM = "skills-marketplace/from";

/** More blocks are sent as JSON: checking thousands of small ones would hold up other requests. */
const MAX_BLOCKS = 100;

type Executed = Record<string, unknown>;

/**
 * How agents receive the result of a call. Content blocks, as tools of MCP servers return them, are passed on, so that agents see pictures
 * and links; a text with cost and balance follows. The structured content omits the bytes of pictures and files, which would be sent twice.
 * Any other result is JSON.
 */
export function shownToAgents(executed: Executed): { result: Executed; content?: ContentBlock[] } {
  const { result, ...rest } = executed;
  const { content } = (result ?? {}) as { content?: unknown };
  if (!Array.isArray(content) || content.length === 0 || content.length > MAX_BLOCKS) return { result: executed };
  const blocks = content.map(toBlock);
  if (!blocks.every((block) => isSpecType.ContentBlock(block))) return { result: executed };
  const { content: _, ...others } = result as Executed;
  const about = JSON.stringify(Object.keys(others).length === 0 ? rest : { ...rest, result: others });
  return {
    result: { ...executed, result: { ...others, content: content.map(withoutBytes) } },
    content: [...(blocks as ContentBlock[]), { type: "text", text: about }],
  };
}

/** A block of the protocol, with our metadata in place of the seller's: links and files are always marked as the seller's. */
function toBlock(block: unknown): Executed {
  const { from: _, _meta: __, ...own } = Object(block) as Executed;
  return own.type === "resource_link" || own.type === "resource" ? { ...own, _meta: { [META_FROM]: "seller" } } : own;
}

/** A block without its picture, sound or file. */
function withoutBytes(block: Executed): Executed {
  const { data: _, ...own } = block;
  const { blob, ...file } = (own.resource ?? {}) as Executed;
  return blob === undefined ? own : { ...own, resource: file };
}
