import { endpoint } from "@/lib/interfaces/http/endpoint";
import * as clock from "@/lib/supply/review/clock";
import { ReviewClock } from "@/lib/supply/review/clock-schemas";

export const GET = endpoint(
  {
    operationId: "getReviewClock",
    access: "catalog",
    tag: "Publishing",
    summary: "How long reviews took in the last 30 days, how many submissions wait, and the target",
    result: ReviewClock,
  },
  () => clock.read(),
);
