import type { SyntaxNode, Tree } from "@lezer/common";

/** Where a value is in a JSON text: from its first character to after its last. */
export type Span = { from: number; to: number };

/**
 * The place of a path (`properties.text.pattern`, `required[0]`) in a parsed JSON text: of its value, else of the
 * deepest part of the path that there is.
 */
export function spanOf(tree: Tree, text: string, path: string): Span {
  let node: SyntaxNode | null = tree.topNode.firstChild;
  for (const part of path.split(/[.[\]]+/).filter(Boolean)) {
    const next = node && childOf(node, text, part);
    if (!next) break;
    node = next;
  }
  return node ? { from: node.from, to: node.to } : { from: 0, to: text.length };
}

function childOf(node: SyntaxNode, text: string, part: string): SyntaxNode | null {
  if (node.name === "Array") return valuesOf(node)[Number(part)] ?? null;
  for (const property of node.getChildren("Property")) {
    const name = property.getChild("PropertyName");
    if (name && nameOf(text.slice(name.from, name.to)) === part) return property.lastChild;
  }
  return null;
}

function valuesOf(array: SyntaxNode): SyntaxNode[] {
  const values: SyntaxNode[] = [];
  for (let at = array.firstChild; at; at = at.nextSibling) if (!/^[[\],]$/.test(at.name)) values.push(at);
  return values;
}

function nameOf(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}
