import { createHash } from "node:crypto";
import { jsonResponse } from "@/lib/interfaces/http/answer";
import { answerFile } from "@/lib/interfaces/http/installing";
import { notFound } from "@/lib/platform/core/errors";
import { isKnown } from "@/lib/platform/core/request-headers";
import * as feed from "@/lib/supply/advisories/feed";

/** What was found of published versions since, without a key. */
export const ADVISORIES_PATH = "/advisories.json";
/** A yank must be known within a minute, through caches in a row, too: they add up their ages. */
const SHARED_SECONDS = 30;

/** Serves a page of the feed. */
export function answerAdvisories(request: Request): Promise<Response> {
  return answerFile(request, async ({ path }) => {
    if (path !== ADVISORIES_PATH) throw notFound();
    const { searchParams } = new URL(request.url);
    const body = JSON.stringify(
      await feed.read({ cursor: searchParams.get("cursor"), skills: searchParams.get("skills") }),
    );
    const etag = `"${createHash("sha256").update(body).digest("base64url")}"`;
    const headers = {
      etag,
      "access-control-allow-origin": "*",
      "cache-control": `public, max-age=${SHARED_SECONDS}, must-revalidate`,
    };
    return isKnown(request, etag) ? new Response(null, { status: 304, headers }) : jsonResponse(200, body, headers);
  });
}
