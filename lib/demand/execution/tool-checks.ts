/**
 * What MCP servers list now, compared with what was reviewed. Invariant: a skill has one comparison, of its live version; its seller is
 * notified when that finds something that the one before had not.
 */
import type { ToolCheck } from "@/lib/demand/execution/tool-check-schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import { lockRows } from "@/lib/platform/core/locks";
import { notify } from "@/lib/platform/notifications/service";
import type { McpTool } from "@/lib/platform/outbound/mcp";
import { definitionOf, digestOf, toolDigest } from "@/lib/supply/skills/mcp-tools";
import type { Operation } from "@/lib/supply/skills/operation-schemas";

/** A tool that the server no longer lists, or lists otherwise; `now` is its definition there. */
export type Difference = { tool: string; change: "gone" | "changed"; now: object | null };

/** Where the server differs from the reviewed tools. What it lists besides them is no difference: no one can call it. */
export function differences(operations: readonly Operation[], tools: readonly McpTool[]): Difference[] {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return operations.flatMap(({ name, mcp, hidden }): Difference[] => {
    if (!mcp || hidden) return [];
    const tool = byName.get(mcp.tool);
    if (!tool) return [{ tool: name, change: "gone", now: null }];
    return toolDigest(tool) === mcp.digest ? [] : [{ tool: name, change: "changed", now: definitionOf(tool) }];
  });
}

/** Records the comparison of a skill's live version, and notifies its seller of what is new in it. */
export async function noteDifferences(skillId: string, version: number, found: readonly Difference[]): Promise<void> {
  const text = JSON.stringify(found);
  await transaction(async (db) => {
    await lockRows(db, "skill", "id", skillId);
    const [row] = await query<{ owner_id: string; name: string; before: string | null }>(
      "execution.tool_check",
      `SELECT l.owner_id, l.name, c.differences::text AS before
         FROM listing l LEFT JOIN tool_check c ON c.skill_id = l.skill_id
        WHERE l.skill_id = $1 AND l.revision_number = $2`,
      [skillId, version],
      db,
    );
    if (!row) return;
    const data = { version, differences: [...found], checkedAt: new Date() };
    await prisma(db).toolCheck.upsert({ where: { skillId }, create: { skillId, ...data }, update: data });
    if (found.length === 0 || row.before === text) return;
    await notify(db, row.owner_id, `${skillId}:${version}:${digestOf(found)}`, {
      kind: "tool_changed",
      data: {
        skill: row.name,
        skillId,
        changed: found.filter(({ change }) => change === "changed").map(({ tool }) => tool),
        gone: found.filter(({ change }) => change === "gone").map(({ tool }) => tool),
      },
    });
  });
}

/** The last comparison of one of the caller's skills. Throws not_found. */
export async function ofSkill({ accountId }: Caller, id: string): Promise<ToolCheck> {
  const skill = await prisma().skill.findUnique({
    where: { id, ownerId: accountId },
    select: { toolCheck: true },
  });
  if (!skill) throw notFound();
  const { version = null, checkedAt = null, differences: found = [] } = skill.toolCheck ?? {};
  return { version, checked_at: checkedAt, differences: found as ToolCheck["differences"] };
}
