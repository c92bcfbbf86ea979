import { env } from "@/lib/core/env";
import { AppError, notFound } from "@/lib/core/errors";
import { log } from "@/lib/core/log";
import { flatArchive } from "@/lib/distribution/flat-archive";
import { freePackages, skillsIndex } from "@/lib/distribution/index-documents";
import * as links from "@/lib/distribution/install-links";
import { type OpenPackage, requireOpen } from "@/lib/distribution/service";
import { inDownloadSlot } from "@/lib/execution/download-slots";
import { clientAddress } from "@/lib/http/address";
import { errorResponse, jsonResponse, securedResponse } from "@/lib/http/answer";
import { inRequest } from "@/lib/http/request-id";
import * as ratelimit from "@/lib/ratelimit/service";

/** Path of links to bought packages. */
export const INSTALL_PREFIX = "/install";
const INDEX = "/.well-known/agent-skills/index.json";
const TOKEN_PATH = /^\/install\/([\w-]{1,64})(\/.*)$/;
const SKILL_PATH = /^\/skills\/([a-z0-9-]{1,64})(\/\.well-known\/agent-skills\/.*)$/;
const ARCHIVE = /\/([a-z0-9-]{1,64})\.zip$/;

/** Whether a path below a skill's page is for installers. */
export const isSkillIndex = (path: string): boolean => SKILL_PATH.test(path);

/** The index of the marketplace's free packages. */
export async function rootIndex(): Promise<object> {
  return skillsIndex(await freePackages(), ({ slug, manifest }) => publicAddress(slug, manifest.name));
}

const publicAddress = (slug: string, name: string) =>
  `${env().PUBLIC_URL}/skills/${slug}/.well-known/agent-skills/${name}.zip`;

/** Serves installers an index of one package, and its archive: free ones at the skill's path, bought ones by link. */
export function answerInstall(request: Request): Promise<Response> {
  return inRequest(request.headers.get("x-request-id"), async (requestId) =>
    securedResponse(await respond(request, requestId), requestId),
  );
}

async function respond(request: Request, requestId: string): Promise<Response> {
  try {
    const address = clientAddress(request);
    const limit = await ratelimit.take("address", address);
    if (limit && !limit.allowed) throw ratelimit.limited(limit);
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new AppError("method_not_allowed", "This path supports GET and HEAD.");
    return await serve(new URL(request.url).pathname, address);
  } catch (error) {
    const { status, body, headers, isOurs } = errorResponse(error, requestId);
    if (isOurs) log.error({ err: error }, "a package could not be served");
    return jsonResponse(status, body, headers);
  }
}

async function serve(path: string, address: string): Promise<Response> {
  const [, token, below = ""] = TOKEN_PATH.exec(path) ?? [];
  if (token !== undefined) {
    const entry = await links.open(token);
    const at = `${env().PUBLIC_URL}${INSTALL_PREFIX}/${token}/${entry.manifest.name}.zip`;
    return handOut(entry, below, at, address);
  }
  const [, slug = "", file = ""] = SKILL_PATH.exec(path) ?? [];
  const entry = slug ? await requireOpen(null, slug) : null;
  if (!entry) throw notFound();
  return handOut(entry, file, publicAddress(slug, entry.manifest.name), address);
}

async function handOut(entry: OpenPackage, below: string, at: string, address: string): Promise<Response> {
  if (below === INDEX) return jsonResponse(200, JSON.stringify(await skillsIndex([entry], () => at)));
  if (ARCHIVE.exec(below)?.[1] !== entry.manifest.name) throw notFound();
  return inDownloadSlot(address, async () => {
    const bytes = await flatArchive(entry.manifest);
    const headers = { "content-type": "application/zip", "content-length": String(bytes.length) };
    return new Response(new Uint8Array(bytes), { headers });
  });
}
