import { createHash, verify } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { configFolder } from "./config.ts";
import { CliError } from "./failure.ts";
import { replaceFile } from "./unpacked.ts";

type Key = { id: string; public_key: string; valid_from: string; valid_until: string | null };
type Bundle = {
  verificationMaterial: { publicKey?: { hint: string } };
  dsseEnvelope: { payload: string; payloadType: string; signatures: { sig: string; keyid?: string }[] };
};
type Digest = { digest: { sha256?: string } };
type Statement = {
  subject: (Digest & { name: string })[];
  predicate: {
    marketplace: { name: string; url: string };
    skill: { slug: string; version: string | null };
    publisher: { handle: string; verified: boolean };
    decision: { result: string; at: string };
    /** `rules` in statements since the release that lists them. */
    checks?: { version: string; rules?: { id: string; findings: number }[] };
    signed_at: string;
  };
};
/** What was reviewed, by whose word, and a bundle that proves it. */
export type Attested = { statement: Statement; bundle: Bundle };

const folderOf = (source: string) => join(configFolder(), "attestations", new URL(source).host.replace(":", "_"));
const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Reads JSON of the marketplace that anyone may read. Throws CliError. */
async function read<Result>(source: string, path: string): Promise<Result> {
  const response = await fetch(source + path).catch((cause: unknown) => {
    throw new CliError(`${source} cannot be reached to check what was reviewed: ${(cause as Error).message}`);
  });
  if (!response.ok)
    throw new CliError(`${source}${path} has status ${response.status}: what was reviewed can't be checked.`);
  return (await response.json()) as Result;
}

/** The keys of a marketplace: those stored at the first visit, and new ones that it names now. */
async function keysOf(source: string, isOffline: boolean): Promise<Key[]> {
  const path = join(folderOf(source), "keys.json");
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Key[]) : [];
  if (isOffline) return known;
  const { keys } = await read<{ keys: Key[] }>(source, "/.well-known/attestation-keys.json");
  for (const key of known) {
    const now = keys.find(({ id }) => id === key.id);
    if (now?.public_key !== key.public_key)
      throw new CliError(
        `${source} no longer names the key ${key.id} that it signed with before. Don't trust it before you know why.`,
      );
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  replaceFile(path, JSON.stringify(keys, null, 2));
  return keys;
}

/** Checks a bundle's signature and returns what it states. Throws CliError for a wrong one. */
function opened(bundle: Bundle, keys: Key[]): Statement {
  const { payload, payloadType, signatures } = bundle.dsseEnvelope;
  const hint = bundle.verificationMaterial.publicKey?.hint;
  const key = keys.find(({ id }) => id === hint);
  if (!key) throw new CliError(`The attestation is signed with the key ${hint}, which the marketplace does not name.`);
  const body = Buffer.from(payload, "base64");
  const signed = Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `), body]);
  const isRight = signatures.some(({ sig }) => verify("sha256", signed, key.public_key, Buffer.from(sig, "base64")));
  if (!isRight) throw new CliError("The attestation's signature is wrong.");
  const statement = JSON.parse(body.toString("utf8")) as Statement;
  const at = statement.predicate.signed_at;
  if (Date.parse(at) < Date.parse(key.valid_from) - 1000 || (key.valid_until && at > key.valid_until))
    throw new CliError(`The attestation says it was signed ${at}, when the key ${key.id} was not in use.`);
  return statement;
}

/** Which rules ran, and what they found, in a line each; none for a statement that doesn't say. */
export function checksOf({ predicate: { checks } }: Statement): string[] {
  if (!checks?.rules) return [];
  const [hits, clean] = [
    checks.rules.filter(({ findings }) => findings > 0),
    checks.rules.filter((one) => !one.findings),
  ];
  const found = hits.map(({ id, findings }) => `${id} (${findings})`).join(", ");
  return [
    `Checked by ${checks.rules.length} rules of release ${checks.version}. Findings, which a reviewer has seen: ${found || "none"}.`,
    `Rules without findings: ${clean.map(({ id }) => id).join(", ") || "none"}.`,
  ];
}

type Asked = { source: string; slug: string; version: string; isOffline?: boolean };

/** The checked attestation of a version; it is stored, so that it can be checked offline from then on. Throws CliError. */
export async function attestationOf({ source, slug, version, isOffline = false }: Asked): Promise<Attested> {
  const path = join(folderOf(source), `${slug}@${version}.sigstore.json`);
  if (isOffline && !existsSync(path))
    throw new CliError(`No attestation of ${slug} ${version} is stored here. Run \`skm verify\` once while online.`);
  const bundle = isOffline
    ? (JSON.parse(readFileSync(path, "utf8")) as Bundle)
    : await read<Bundle>(source, `/attestations/${slug}@${encodeURIComponent(version)}`);
  const statement = opened(bundle, await keysOf(source, isOffline));
  const { skill } = statement.predicate;
  if (skill.slug !== slug || skill.version !== version)
    throw new CliError(`The attestation is about ${skill.slug} ${skill.version}, not ${slug} ${version}.`);
  replaceFile(path, JSON.stringify(bundle));
  return { statement, bundle };
}

/** The checked attestations of an archive that this marketplace approved. Throws CliError when there is none. */
export async function attestationsOfArchive(source: string, bytes: Uint8Array): Promise<Statement> {
  const { attestations } = await read<{ attestations: { bundle: Bundle }[] }>(
    source,
    `/attestations/${sha256Of(bytes)}`,
  );
  const [first] = attestations;
  if (!first) throw new CliError(`${source} never approved this archive.`);
  const statement = opened(first.bundle, await keysOf(source, false));
  requireArchive(statement, bytes);
  return statement;
}

/** Throws CliError unless the statement is about an archive with these bytes. */
export function requireArchive({ subject }: Statement, bytes: Uint8Array): void {
  if (subject[0]?.digest.sha256 !== sha256Of(bytes))
    throw new CliError("The package is not the one that was reviewed: its digest differs.");
}

/** What differs between the files of a folder and those that were reviewed, in a sentence each. */
export function differences({ subject }: Statement, files: { path: string; content: Buffer }[]): string[] {
  const reviewed = new Map(subject.slice(1).map(({ name, digest }) => [name, digest.sha256]));
  const here = files.map(({ path, content }) => {
    const expected = reviewed.get(path);
    reviewed.delete(path);
    if (expected === undefined) return `${path} was not reviewed`;
    return expected === sha256Of(content) ? "" : `${path} was changed`;
  });
  return [
    ...here.filter(Boolean),
    ...[...reviewed.keys()].filter((name) => !name.includes("@")).map((name) => `${name} is missing`),
  ];
}
