import type { Caller } from "@/lib/platform/core/caller";
import type { Claim } from "@/lib/platform/ratelimit/idempotency";
import type { LimitState } from "@/lib/platform/ratelimit/service";

/** The variable parts of a route's path. */
export type PathParams = Record<string, string | string[] | undefined>;

export type Exchange = {
  request: Request;
  url: URL;
  params: PathParams;
  requestId: string;
  startedAt: number;
  limit: LimitState | null;
  claimed: Claim | null;
  caller: Caller | null;
  /** The cookie that extends the browser's session, on its first request of a day. */
  cookie: string | null;
};
