import * as replies from "@/lib/demand/ratings/replies";
import { RatingView, ReplyInput } from "@/lib/demand/ratings/schemas";
import { endpoint } from "@/lib/interfaces/http/endpoint";
import { IdParams } from "@/lib/platform/core/fields";

export const PUT = endpoint(
  {
    operationId: "replyToReview",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Reply to a review of one of your skills, or change the reply",
    params: IdParams,
    body: ReplyInput,
    result: RatingView,
  },
  ({ caller, params, body }) => replies.put(caller, params.id, body),
);

export const DELETE = endpoint(
  {
    operationId: "deleteReply",
    access: "account",
    scope: "publish",
    tag: "Publishing",
    summary: "Delete the reply to a review",
    params: IdParams,
    result: RatingView,
  },
  ({ caller, params }) => replies.remove(caller, params.id),
);
