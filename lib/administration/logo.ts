/** The marketplace's logo: an image like those of skills, in the settings. */
import type { Caller } from "@/lib/core/caller";
import * as images from "@/lib/packages/images";
import type { SiteSettingsView } from "@/lib/site/schemas";
import * as site from "@/lib/site/service";

/** Stores an image and shows it in the header at once. Throws payload_too_large, and invalid_request for no image. */
export async function put(caller: Caller, { body }: Pick<Request, "body">): Promise<SiteSettingsView> {
  const { sha256 } = await images.store(caller.accountId, "icon", body);
  return site.change(caller, { logo: sha256 });
}
