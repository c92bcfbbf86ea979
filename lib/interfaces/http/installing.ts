import { archivePath, INDEXES, MARKETPLACE_NAME, pageOf } from "@/lib/demand/distribution/addresses";
import { archiveOf } from "@/lib/demand/distribution/archives";
import { freePackages, pluginMarketplace, skillsIndex } from "@/lib/demand/distribution/index-documents";
import * as links from "@/lib/demand/distribution/install-links";
import { type OpenPackage, requireOpen } from "@/lib/demand/distribution/service";
import { inDownloadSlot } from "@/lib/demand/execution/download-slots";
import { clientAddress } from "@/lib/interfaces/http/address";
import { errorResponse, jsonResponse, securedResponse } from "@/lib/interfaces/http/answer";
import { inRequest } from "@/lib/interfaces/http/request-id";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Path of links to bought packages. */
export const INSTALL_PREFIX = "/install";
const TOKEN_PATH = /^\/install\/([\w-]{1,64})(\/.*)$/;
const SKILL_PATH = /^\/skills\/([a-z0-9-]{1,64})((?:\/\.well-known\/agent-skills|\/\.claude-plugin)\/.*)$/;

/** Whether a path below a skill's page is for installers. */
export const isSkillIndex = (path: string): boolean => SKILL_PATH.test(path);

/** The index of the marketplace's free packages. */
export async function rootIndex(): Promise<object> {
  return skillsIndex(await freePackages());
}

/**
 * Serves installers an index of one package, and its archive: free ones at the skill's path, bought ones by link. Below
 * `/.claude-plugin` it is the marketplace of all free packages.
 */
export function answerInstall(request: Request): Promise<Response> {
  return answerFile(request, serve);
}

type ServeFile = (path: string, address: string) => Promise<Response>;

/** Answers a read of what installers fetch, within the limit of the client's address; what `serve` throws is an error in JSON. */
export function answerFile(request: Request, serveFile: ServeFile): Promise<Response> {
  return inRequest(request.headers.get("x-request-id"), async (requestId) =>
    securedResponse(await respond(request, requestId, serveFile), requestId),
  );
}

async function respond(request: Request, requestId: string, serveFile: ServeFile): Promise<Response> {
  try {
    const address = clientAddress(request);
    const limit = await ratelimit.take("address", address);
    if (limit && !limit.allowed) throw ratelimit.limited(limit);
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new AppError("method_not_allowed", "This path supports GET and HEAD.");
    return await serveFile(new URL(request.url).pathname, address);
  } catch (error) {
    const { status, body, headers, isOurs } = errorResponse(error, requestId);
    if (isOurs) log.error({ err: error }, "a package could not be served");
    return jsonResponse(status, body, headers);
  }
}

async function serve(path: string, address: string): Promise<Response> {
  if (path === INDEXES.plugin) return json(await pluginMarketplace(await freePackages()));
  const [, token, below = ""] = TOKEN_PATH.exec(path) ?? [];
  if (token !== undefined) {
    const at = `${env().PUBLIC_URL}${INSTALL_PREFIX}/${token}`;
    return handOut(await links.open(token), below, at, address);
  }
  const [, slug = "", file = ""] = SKILL_PATH.exec(path) ?? [];
  const entry = slug ? await requireOpen(null, slug) : null;
  if (!entry) throw notFound();
  return handOut(entry, file, pageOf(entry), address);
}

const json = (document: object) => jsonResponse(200, JSON.stringify(document));

/** Answers a path below `at`, where one package is. */
async function handOut(entry: OpenPackage, below: string, at: string, address: string): Promise<Response> {
  if (below === INDEXES.skill) return json(await skillsIndex([entry], () => at));
  if (below === INDEXES.plugin)
    return json(await pluginMarketplace([entry], `${MARKETPLACE_NAME}-${entry.slug}`, () => at));
  const form = (["skill", "plugin"] as const).find((known) => below === archivePath(entry, known));
  if (!form) throw notFound();
  return inDownloadSlot(address, async () => {
    const bytes = await archiveOf(entry, form);
    const headers = { "content-type": "application/zip", "content-length": String(bytes.length) };
    return new Response(new Uint8Array(bytes), { headers });
  });
}
