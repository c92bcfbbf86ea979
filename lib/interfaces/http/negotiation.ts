import type { Answer } from "@/lib/interfaces/http/answer";
import type { Coding } from "@/lib/interfaces/http/json-body";

/** The best coding that an `Accept-Encoding` header takes, or null for none. */
export function codingOf(accepted: string | null): Coding | null {
  if (accepted === null) return null;
  const quality = new Map<string, number>();
  for (const part of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const given = parameters.find((text) => text.startsWith("q="));
    quality.set(name, given === undefined ? 1 : Number(given.slice("q=".length)));
  }
  const qualityOf = (coding: Coding) => quality.get(coding) ?? quality.get("*") ?? 0;
  const best = qualityOf("br") >= qualityOf("gzip") ? "br" : "gzip";
  return qualityOf(best) > 0 ? best : null;
}

/** Whether an `If-None-Match` header names an ETag, by weak comparison. */
export function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.trim() === "*" || ifNoneMatch.split(",").some((tag) => opaque(tag) === opaque(etag));
}

/**
 * Applies conditional requests and compression to a JSON answer: 304 without a body when the ETag matches, else
 * compressed (`isCompressed`) if it is long enough and the client accepts that.
 */
export async function negotiated(
  { method, headers: asked }: Request,
  answer: Answer,
  isCompressed: boolean,
): Promise<Answer> {
  const { json, headers } = answer;
  if (!json) return answer;
  if (json.isCompressible) headers.vary = "accept-encoding";
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && headers.etag && isKnown(asked.get("if-none-match"), headers.etag)) {
    const { "content-type": _, ...rest } = headers;
    return { status: 304, headers: rest, body: null };
  }
  const coding = isCompressed && json.isCompressible ? codingOf(asked.get("accept-encoding")) : null;
  if (coding === null) return { ...answer, body: json.content };
  headers["content-encoding"] = coding;
  return { ...answer, body: method === "HEAD" ? null : await json.compressed(coding) };
}
