import {
  archivePath,
  INDEXES,
  MARKETPLACE_NAME,
  organizationMarketplace,
  pageOf,
  pluginOf,
} from "@/lib/demand/distribution/addresses";
import { archiveOf } from "@/lib/demand/distribution/archives";
import { freePackages, pluginMarketplace, skillsIndex } from "@/lib/demand/distribution/index-documents";
import * as links from "@/lib/demand/distribution/install-links";
import { type OpenPackage, ofOrganization, requireOpen, slugsOf } from "@/lib/demand/distribution/service";
import { inDownloadSlot } from "@/lib/demand/execution/download-slots";
import { jsonResponse } from "@/lib/interfaces/http/answer";
import { type Asked, throughDoor } from "@/lib/interfaces/http/door";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { flatSlug } from "@/lib/supply/skills/flat-slug";

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

/** Answers a read of what installers fetch, within the limit of the client's address; what `serve` throws is an error in JSON. */
export function answerFile(request: Request, serveFile: (asked: Asked) => Promise<Response>): Promise<Response> {
  return throughDoor(request, { failure: "a package could not be served" }, (asked) => {
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new AppError("method_not_allowed", "This path supports GET and HEAD.");
    return serveFile(asked);
  });
}

async function serve({ path, address }: Asked): Promise<Response> {
  if (path === INDEXES.plugin) return json(await pluginMarketplace(await freePackages()));
  const [, token, below = ""] = TOKEN_PATH.exec(path) ?? [];
  if (token !== undefined) {
    const at = links.addressOf(token);
    const { caller, slug } = await links.open(token);
    if (slug !== null) return handOut(await requireOpen(caller, slug), below, at, address);
    return handOutOf(caller, below, at, address);
  }
  const [, slug = "", file = ""] = SKILL_PATH.exec(path) ?? [];
  const entry = slug ? await requireOpen(null, slug) : null;
  if (!entry) throw notFound();
  return handOut(entry, file, pageOf(entry), address);
}

const json = (document: object) => jsonResponse(200, JSON.stringify(document));

/** Answers a path below `at`, where the plugin marketplace of the organization is for which a member acts. */
async function handOutOf(caller: Caller, below: string, at: string, address: string): Promise<Response> {
  if (below === INDEXES.plugin)
    return inDownloadSlot(address, async () => {
      const name = organizationMarketplace(caller.organization?.handle ?? "");
      const description = `Skills of ${caller.name}, each as a plugin.`;
      return json(await pluginMarketplace(await ofOrganization(caller), { name, description, baseOf: () => at }));
    });
  const plugin = pluginOf(below);
  const slug = plugin && (await slugsOf(caller)).find((one) => flatSlug(one) === plugin);
  if (!slug) throw notFound();
  return handOut(await requireOpen(caller, slug), below, at, address);
}

/** Answers a path below `at`, where one package is. */
async function handOut(entry: OpenPackage, below: string, at: string, address: string): Promise<Response> {
  if (below === INDEXES.skill) return json(await skillsIndex([entry], () => at));
  if (below === INDEXES.plugin)
    return json(
      await pluginMarketplace([entry], { name: `${MARKETPLACE_NAME}-${flatSlug(entry.slug)}`, baseOf: () => at }),
    );
  const form = (["skill", "plugin"] as const).find((known) => below === archivePath(entry, known));
  if (!form) throw notFound();
  return inDownloadSlot(address, async () => {
    const bytes = await archiveOf(entry, form);
    const headers = {
      "content-type": "application/zip",
      "content-length": String(bytes.length),
      // What is below a link is not for everyone.
      ...(at !== pageOf(entry) && { "cache-control": "private, no-store" }),
    };
    return new Response(new Uint8Array(bytes), { headers });
  });
}
