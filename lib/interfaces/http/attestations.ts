import { jsonResponse } from "@/lib/interfaces/http/answer";
import { answerFile } from "@/lib/interfaces/http/installing";
import { notFound } from "@/lib/platform/core/errors";
import * as bundles from "@/lib/supply/publishing/bundles";
import * as attestations from "@/lib/supply/review/attestations";

/** Where what was judged is proved, without a key. */
export const ATTESTATIONS_PREFIX = "/attestations";
const BY_VERSION = /^\/attestations\/([a-z0-9-]{1,64})@([\w.+-]{1,64})(\/publisher-bundle)?$/;
const BY_DIGEST = /^\/attestations\/(?:sha256:)?([0-9a-f]{64})$/;
const HEADERS = { "access-control-allow-origin": "*" };

/** Serves a Sigstore bundle by skill and version, or all about an archive by its digest; of publishers' own, who signed and where each bundle is. */
export function answerAttestation(request: Request): Promise<Response> {
  return answerFile(request, async ({ path }) => {
    const [, slug, version, publishers] = BY_VERSION.exec(path) ?? [];
    if (slug && version)
      return json(await (publishers ? bundles.ofVersion(slug, version) : attestations.ofVersion(slug, version)));
    const [, digest] = BY_DIGEST.exec(path) ?? [];
    if (!digest) throw notFound();
    const [attested, publisher_bundles] = await Promise.all([attestations.ofDigest(digest), bundles.ofArchive(digest)]);
    return json({ ...attested, publisher_bundles });
  });
}

const json = (document: object) => jsonResponse(200, JSON.stringify(document), HEADERS);
