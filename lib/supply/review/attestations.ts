/**
 * Attestations: what the marketplace judged, as in-toto statements in DSSE envelopes, each a Sigstore bundle that clients check
 * without asking us. Invariant: one for each approved version, signed once, never changed unless a claim takes the skill's slug, and
 * without a reviewer's name.
 */
import { createHash, sign } from "node:crypto";
import type { Provenance } from "@/lib/identity/keys/releases";
import { query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { notFound } from "@/lib/platform/core/errors";
import { VERSION } from "@/lib/platform/core/version";
import { marketplaceName } from "@/lib/platform/site/service";
import type { Finding } from "@/lib/supply/packages/finding";
import type { RuleCounts } from "@/lib/supply/packages/rules";
import { register, signingKey } from "@/lib/supply/review/attestation-keys";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { offered } from "@/lib/supply/skills/operations";

const PAYLOAD_TYPE = "application/vnd.in-toto+json";
const BUNDLE_TYPE = "application/vnd.dev.sigstore.bundle.v0.3+json";

type Approved = {
  skill_id: string;
  revision_id: string;
  slug: string;
  name: string;
  number: number;
  reviewed_at: Date;
  handle: string;
  verified: boolean;
  domains: string[];
  execution_type: string;
  api_endpoint: string | null;
  api_schema: object | null;
  response_schema: object | null;
  operations: Operation[] | null;
  package_version: string | null;
  sha256: string | null;
  files: { path: string; sha256: string }[] | null;
  findings: Finding[] | null;
  rule_counts: RuleCounts | null;
  bundle: object | null;
  provenance: Provenance | null;
};
type Subject = { name: string; digest: { sha256: string } };

const APPROVED = `SELECT s.id AS skill_id, r.id AS revision_id, s.slug, r.name, r.number, r.reviewed_at, a.handle,
  a.verified_at IS NOT NULL AS verified,
  ARRAY(SELECT d.domain FROM publisher_domain d WHERE d.account_id = a.id AND d.verified_at IS NOT NULL
    ORDER BY d.domain) AS domains, r.execution_type, r.api_endpoint, r.api_schema,
  r.response_schema, r.operations, p.version AS package_version, p.sha256,
  p.manifest AS files, p.findings, r.rule_counts, t.bundle, b.provenance
FROM skill_revision r JOIN skill s ON s.id = r.skill_id JOIN account a ON a.id = s.owner_id
  LEFT JOIN skill_package p ON p.id = r.package_id LEFT JOIN attestation t ON t.revision_id = r.id
  LEFT JOIN package_provenance b ON b.package_id = p.id
WHERE r.status = 'approved' AND s.visibility = 'public'`;
const BY_VERSION = `${APPROVED} AND s.slug = $1 AND (r.number::text = $2 OR p.version = $2)
ORDER BY r.number DESC LIMIT 1`;
/** One archive may be the package of several skills. */
const BY_DIGEST = `${APPROVED} AND p.sha256 = $1 ORDER BY r.reviewed_at LIMIT 20`;
/** A slug that was given away meanwhile is not signed: the lock waits for who gives it. */
const KEEP = `INSERT INTO attestation AS kept (revision_id, key_id, bundle)
SELECT r.id, $2::text, $3::json FROM skill_revision r JOIN skill s ON s.id = r.skill_id WHERE r.id = $1 AND s.slug = $4
FOR KEY SHARE OF s
ON CONFLICT (revision_id) DO UPDATE SET bundle = kept.bundle RETURNING bundle`;

/** The bundle about one approved version of a skill, named by its number or the version of its package. Throws not_found. */
export async function ofVersion(slug: string, version: string): Promise<object> {
  const [found] = await query<Approved>("attestations.of_version", BY_VERSION, [slug, version]);
  if (!found) throw notFound();
  return bundleOf(found);
}

/** The bundles about an archive, by its SHA-256 in hexadecimal; none when it was never approved here. */
export async function ofDigest(sha256: string) {
  const found = await query<Approved>("attestations.of_digest", BY_DIGEST, [sha256]);
  const attestations = [];
  for (const row of found)
    attestations.push({ skill: row.slug, version: row.package_version, bundle: await bundleOf(row) });
  return { attestations };
}

async function bundleOf(row: Approved): Promise<object> {
  if (row.bundle) return row.bundle;
  const key = signingKey();
  await register(key);
  const payload = Buffer.from(JSON.stringify(await statementOf(row)));
  // Pre-authentication encoding of DSSE v1.
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${PAYLOAD_TYPE.length} ${PAYLOAD_TYPE} ${payload.length} `),
    payload,
  ]);
  const signature = sign("sha256", signed, key.privateKey).toString("base64");
  const bundle = {
    mediaType: BUNDLE_TYPE,
    verificationMaterial: { publicKey: { hint: key.id }, tlogEntries: [] },
    dsseEnvelope: {
      payload: payload.toString("base64"),
      payloadType: PAYLOAD_TYPE,
      signatures: [{ sig: signature, keyid: key.id }],
    },
  };
  // Of two concurrent signers, the first one's is stored and returned by both.
  const [kept] = await query<{ bundle: object }>("attestations.keep", KEEP, [
    row.revision_id,
    key.id,
    bundle,
    row.slug,
  ]);
  return kept?.bundle ?? bundle;
}

async function statementOf(row: Approved): Promise<object> {
  const definition = definitionOf(row);
  const json = JSON.stringify(definition);
  return {
    _type: "https://in-toto.io/Statement/v1",
    subject: [
      ...packageSubjects(row),
      ...(definition ? [{ name: `${row.slug}@${row.number}`, digest: { sha256: sha256Of(json) } }] : []),
    ],
    predicateType: `${env().PUBLIC_URL}/docs/check#review-v1`,
    predicate: {
      marketplace: { name: await marketplaceName(), url: env().PUBLIC_URL },
      skill: { slug: row.slug, name: row.name, number: row.number, version: row.package_version },
      publisher: { handle: row.handle, verified: row.verified, domains: row.domains },
      ...(row.provenance && { provenance: row.provenance }),
      decision: { result: "approved", at: row.reviewed_at.toISOString() },
      checks: {
        tool: "skills-marketplace",
        version: VERSION,
        // Earlier releases did not store which rules ran for an approval.
        ...(row.rule_counts && {
          rules: Object.entries(row.rule_counts).map(([id, findings]) => ({ id, findings })),
        }),
        findings: (row.findings ?? []).map(({ rule, file, line, severity }) => ({ rule, file, line, severity })),
      },
      ...(definition && { definition }),
      signed_at: new Date().toISOString(),
    },
  };
}

function packageSubjects({ slug, package_version, sha256, files }: Approved): Subject[] {
  if (!sha256) return [];
  const archive = { name: `${slug}-${package_version}.zip`, digest: { sha256 } };
  return [archive, ...(files ?? []).map((file) => ({ name: file.path, digest: { sha256: file.sha256 } }))];
}

/** What of an API was reviewed: the host that is called, what it takes and returns, and the tools that consumers may call. */
function definitionOf({ execution_type, api_endpoint, api_schema, response_schema, operations }: Approved) {
  if (execution_type === "download" || !api_endpoint) return null;
  const tools = offered(operations).map(({ name, description, input_schema, output_schema }) => ({
    name,
    description,
    parameters: input_schema,
    response: output_schema,
  }));
  return {
    host: new URL(api_endpoint).host,
    parameters: api_schema,
    response: response_schema,
    ...(operations && { tools }),
  };
}

const sha256Of = (text: string) => createHash("sha256").update(text).digest("hex");
