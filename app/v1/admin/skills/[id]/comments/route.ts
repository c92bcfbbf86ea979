import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { CommentInput, SubmissionComment, SubmissionComments } from "@/lib/supply/review/comment-schemas";
import * as comments from "@/lib/supply/review/comments";

export const GET = endpoint(
  {
    operationId: "adminListComments",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "The conversation about a skill's submissions",
    params: IdParams,
    result: SubmissionComments,
  },
  ({ caller, params }) => comments.list(caller, params.id),
);

export const POST = endpoint(
  {
    operationId: "adminCreateComment",
    access: "admin",
    scope: "admin",
    tag: "Administration",
    summary: "Comment on a submission, a field or a line of it; the developer is notified",
    params: IdParams,
    body: CommentInput,
    result: SubmissionComment,
    idempotent: true,
    errors: ["not_pending"],
  },
  ({ caller, params, body, claimed }) => comments.ask(caller, params.id, body, claimed),
);
