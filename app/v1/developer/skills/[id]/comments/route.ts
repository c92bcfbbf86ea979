import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";
import { CommentInput, SubmissionComment, SubmissionComments } from "@/lib/supply/review/comment-schemas";
import * as comments from "@/lib/supply/review/comments";

export const GET = endpoint(
  {
    operationId: "listComments",
    access: "account",
    tag: "Publishing",
    summary: "The conversation with reviewers about a skill",
    params: IdParams,
    result: SubmissionComments,
  },
  ({ caller, params }) => comments.list(caller, params.id),
);

export const POST = endpoint(
  {
    operationId: "createComment",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Reply to the reviewers of a skill",
    params: IdParams,
    body: CommentInput,
    result: SubmissionComment,
    idempotent: true,
    errors: ["not_pending"],
  },
  ({ caller, params, body, claimed }) => comments.answer(caller, params.id, body, claimed),
);
