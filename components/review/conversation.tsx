import { CommentForm } from "@/components/review/comment-form";
import { VisibleText } from "@/components/review/visible-text";
import { Badge } from "@/components/ui/badge";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SubmissionComment } from "@/lib/supply/review/comment-schemas";
import { CONTENT } from "@/lib/supply/skills/content-fields";

/** What a comment is about: "Description", "scripts/run.sh, line 12", or nothing in particular. */
function placeOf({ field, file, line }: SubmissionComment): string | null {
  const labels: Record<string, { label: string }> = CONTENT;
  const what = file ?? (field && (labels[field]?.label ?? field));
  return what && (line === null ? what : `${what}, line ${line}`);
}

/** What reviewers and the developer wrote to each other, and a form to go on. */
export function Conversation({
  comments,
  skillId,
  as,
  file,
}: {
  comments: readonly SubmissionComment[];
  skillId: string;
  as: SubmissionComment["from"];
  file?: string;
}) {
  return (
    <Panel id="conversation" title={as === "reviewer" ? "Conversation with the developer" : "Conversation"}>
      {comments.length > 0 && (
        <ol className="mb-4 grid gap-3" aria-label="Comments">
          {comments.map((comment) => (
            <li key={comment.id} className="grid gap-1 border-l-2 border-line pl-3 text-sm">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted">
                <Badge tone={comment.from === "reviewer" ? "accent" : "plain"}>{comment.from}</Badge>
                <VisibleText text={comment.author.name} />
                <span>revision {comment.revision}</span>
                <RelativeTime time={comment.created_at} />
              </p>
              {placeOf(comment) && (
                <p className="font-mono text-xs text-muted wrap-anywhere">
                  <VisibleText text={placeOf(comment) ?? ""} />
                </p>
              )}
              <p className="whitespace-pre-wrap wrap-anywhere">
                <VisibleText text={comment.text} />
              </p>
            </li>
          ))}
        </ol>
      )}
      <CommentForm skillId={skillId} as={as} {...(file !== undefined && { file })} />
    </Panel>
  );
}
