import { AcceptTools } from "@/app/console/[id]/_components/accept-tools";
import { MAX_COMPARED_CHARS, TextDiff } from "@/components/review/content-diff";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ToolCheck } from "@/lib/demand/execution/tool-check-schemas";
import { definitionText } from "@/lib/supply/skills/mcp-tools";
import type { Operation } from "@/lib/supply/skills/operation-schemas";

type Props = {
  skillId: string;
  url: string;
  check: ToolCheck;
  /** The tools as they were reviewed. */
  reviewed: readonly Operation[];
  canAccept: boolean;
  /** No reviewer sees a private skill. */
  isPrivate: boolean;
};

/** Where a seller's MCP server differs from what was reviewed, tool by tool, and the button that submits the change. */
export function ToolChanges({ skillId, url, check, reviewed, canAccept, isPrivate }: Props) {
  const { differences, checked_at } = check;
  if (differences.length === 0) return null;
  const count = differences.length;
  return (
    <Panel
      title={count === 1 ? "A tool changed at your server" : `${count} tools changed at your server`}
      className="mb-4"
    >
      <div className="grid gap-4">
        <p className="max-w-prose text-sm text-muted">
          Calls to {count === 1 ? "this tool" : "these tools"} are refused and not charged until{" "}
          {isPrivate ? "you submit the change" : "a reviewer approves the change"}. The other tools keep working.
          {checked_at && (
            <>
              {" "}
              Compared <RelativeTime time={checked_at} />.
            </>
          )}
        </p>
        <ul className="grid gap-4">
          {differences.map(({ tool, change, now }) => (
            <li key={tool} className="grid min-w-0 gap-1.5">
              <h3 className="font-mono text-sm break-all">{tool}</h3>
              {change === "gone" || now === null ? (
                <p className="text-sm">Your server no longer lists it.</p>
              ) : (
                <Definition tool={tool} before={reviewedText(reviewed, tool)} after={definitionText(now)} />
              )}
            </li>
          ))}
        </ul>
        {canAccept ? (
          <AcceptTools skillId={skillId} url={url} isPrivate={isPrivate} />
        ) : (
          <p className="text-sm text-muted">You can accept the changes once the revision in review is decided.</p>
        )}
      </div>
    </Panel>
  );
}

function Definition({ tool, before, after }: { tool: string; before: string; after: string }) {
  if (before.length + after.length > MAX_COMPARED_CHARS)
    return <p className="text-sm">Changed; too long to compare line by line.</p>;
  if (before === after) return <p className="text-sm">Only details that buyers don't see have changed.</p>;
  return <TextDiff name={tool} before={before} after={after} />;
}

function reviewedText(reviewed: readonly Operation[], name: string): string {
  const tool = reviewed.find((one) => one.name === name);
  if (!tool) return "";
  const { title, description, input_schema, output_schema, annotations } = tool;
  return definitionText({
    title,
    description,
    inputSchema: input_schema,
    outputSchema: output_schema ?? undefined,
    annotations: {
      readOnlyHint: annotations.read_only,
      destructiveHint: annotations.destructive,
      idempotentHint: annotations.idempotent,
      openWorldHint: annotations.open_world,
    },
  });
}
