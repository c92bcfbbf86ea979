import { type ContentBlock, isSpecType } from "@modelcontextprotocol/server";

/** The metadata that says whose a link or a file is: our own links have none. */
const META_FROM = "skills-marketplace/from";

type Executed = Record<string, unknown>;

/**
 * How agents get a call's answer. What a tool of an MCP server returned stays content, so that they see its pictures and links as such,
 * and cost and balance follow as a text; the structured content leaves out the bytes of pictures and files, which would be there twice.
 * Any other answer is its JSON.
 */
export function shownToAgents(executed: Executed): { result: Executed; content?: ContentBlock[] } {
  const { result, ...rest } = executed;
  const { content } = (result ?? {}) as { content?: unknown };
  if (!Array.isArray(content) || content.length === 0) return { result: executed };
  const blocks = content.map(toBlock);
  if (!blocks.every((block) => isSpecType.ContentBlock(block))) return { result: executed };
  const { content: _, ...others } = result as Executed;
  const about = JSON.stringify(Object.keys(others).length === 0 ? rest : { ...rest, result: others });
  return {
    result: { ...executed, result: { ...others, content: content.map(withoutBytes) } },
    content: [...(blocks as ContentBlock[]), { type: "text", text: about }],
  };
}

/** A block as the protocol has it. Its metadata is ours: a link or a file of a skill is its seller's, whatever it says of itself. */
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
