import type { Answer } from "@/lib/interfaces/http/answer";
import { codingOf, isKnown } from "@/lib/platform/core/request-headers";

/**
 * Applies conditional requests and compression to a JSON answer: 304 without a body when the ETag matches, else
 * compressed (`isCompressed`) if it is long enough and the client accepts that.
 */
export async function negotiated(request: Request, answer: Answer, isCompressed: boolean): Promise<Answer> {
  const { method, headers: asked } = request;
  const { json, headers } = answer;
  if (!json) return answer;
  if (json.isCompressible) headers.vary = "accept-encoding";
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && headers.etag && isKnown(request, headers.etag)) {
    const { "content-type": _, ...rest } = headers;
    return { status: 304, headers: rest, body: null };
  }
  const coding = isCompressed && json.isCompressible ? codingOf(asked.get("accept-encoding")) : null;
  if (coding === null) return { ...answer, body: json.content };
  headers["content-encoding"] = coding;
  return { ...answer, body: method === "HEAD" ? null : await json.compressed(coding) };
}
