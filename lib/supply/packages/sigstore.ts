/**
 * Sigstore bundles of publishers. Invariant: a bundle counts only when a root that the operator configured vouches for its signer, and it
 * is about the archive that buyers get. Nothing is fetched: a certificate needs a timestamp in the bundle, from a trusted log or authority.
 */
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { bundleFromJSON, bundleToJSON } from "@sigstore/bundle";
import { TrustedRoot } from "@sigstore/protobuf-specs";
import { toSignedEntity, toTrustMaterial, Verifier } from "@sigstore/verify";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid } from "@/lib/platform/core/errors";

const MAX_SIGNER_CHARS = 300;

/** Who signed: the identity in the certificate and who issued that, or the name of a configured key. */
export type BundleSigner = { signer: string; issuer: string | null };
type Key = { name: string; hints: string[]; publicKey: KeyObject };
type Roots = { trusted: TrustedRoot[]; keys: Key[] };

let loaded: Roots | undefined;

/** The trusted roots (`*.json`) and public keys (`*.pem`) of the configured folder; null when there is none. */
function roots(): Roots | null {
  const folder = env().SIGSTORE_ROOTS;
  if (!folder) return null;
  const texts = (end: string) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(end))
      .toSorted()
      .map((name) => ({ name: basename(name, end), text: readFileSync(join(folder, name), "utf8") }));
  loaded ??= {
    trusted: texts(".json").map(({ text }) => TrustedRoot.fromJSON(JSON.parse(text))),
    keys: texts(".pem").map(({ name, text }) => {
      const publicKey = createPublicKey(text);
      const digest = createHash("sha256").update(publicKey.export({ type: "spki", format: "der" }));
      // cosign names a key by the digest of its encoding.
      return { name, publicKey, hints: [name, digest.digest("base64")] };
    }),
  };
  return loaded;
}

type Verified = { signer: BundleSigner; bundle: object };

/**
 * Checks a bundle over an archive. `read` brings the archive's bytes, for a signature over them rather than over a statement about them:
 * only once the bundle says that it is about this archive. Returns it without what is no part of a bundle. Throws bundles_off without a configured root, and invalid_request for a bundle that no root vouches for or that is about another
 * archive.
 */
export async function verifyBundle(json: object, sha256: string, read: () => Promise<Buffer>): Promise<Verified> {
  const known = roots();
  if (!known)
    throw new AppError(
      "bundles_off",
      "This marketplace has no Sigstore roots to verify bundles against (SIGSTORE_ROOTS).",
    );
  try {
    const bundle = bundleFromJSON(json);
    const { content, verificationMaterial: material } = bundle;
    const isStatement = content.$case === "dsseEnvelope";
    if (isStatement) requireSubject(content.dsseEnvelope.payload, sha256);
    else if (content.messageSignature.messageDigest.digest.toString("hex") !== sha256)
      throw new Error("it is about another archive");
    const entity = toSignedEntity(bundle, isStatement ? undefined : await read());
    const signer =
      material.content.$case === "publicKey"
        ? byKey(entity, known.keys, material.content.publicKey.hint)
        : byCertificate(entity, known.trusted);
    return { signer, bundle: bundleToJSON(bundle) as object };
  } catch (error) {
    if (error instanceof AppError) throw error;
    const why = error instanceof Error ? error.message : "it can't be read";
    throw invalid([{ param: "bundle", message: `is not a Sigstore bundle that counts here: ${why.slice(0, 200)}` }]);
  }
}

type Entity = ReturnType<typeof toSignedEntity>;

function byKey(entity: Entity, keys: readonly Key[], hint: string): BundleSigner {
  const key = keys.find(({ hints }) => hints.includes(hint));
  if (!key) throw new Error("no configured key has its hint");
  const none = TrustedRoot.fromJSON({ mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1" });
  const material = toTrustMaterial(none, () => ({ publicKey: key.publicKey, validFor: () => true }));
  new Verifier(material, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }).verify(entity);
  return { signer: key.name, issuer: null };
}

/** By the first root that vouches for the certificate; with what that root has of logs and authorities. */
function byCertificate(entity: Entity, trusted: readonly TrustedRoot[]): BundleSigner {
  let refusal: unknown = new Error("no root is configured for certificates");
  for (const root of trusted) {
    const options = {
      tlogThreshold: root.tlogs.length > 0 ? 1 : 0,
      ctlogThreshold: root.ctlogs.length > 0 ? 1 : 0,
      // Without a timestamp, no certificate would be checked at all.
      timestampThreshold: 1,
    };
    try {
      const { identity } = new Verifier(toTrustMaterial(root), options).verify(entity);
      const signer = identity?.subjectAlternativeName;
      if (!signer) throw new Error("its certificate names no signer");
      return { signer: signer.slice(0, MAX_SIGNER_CHARS), issuer: identity.extensions?.issuer ?? null };
    } catch (error) {
      refusal = error;
    }
  }
  throw refusal;
}

/** Throws unless an in-toto statement is about an archive. */
function requireSubject(payload: Buffer, sha256: string): void {
  const statement = JSON.parse(payload.toString("utf8")) as {
    subject?: { digest?: { sha256?: string } }[];
  };
  if (!statement.subject?.some(({ digest }) => digest?.sha256 === sha256))
    throw new Error("its statement is about another archive");
}
