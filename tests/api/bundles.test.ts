import { spawnSync } from "node:child_process";
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { SECTIONS } from "@/lib/operator/exports/sections";
import { prisma, query } from "@/lib/platform/core/db";
import { store } from "@/lib/supply/packages/configured-store";
import { call } from "@/tests/support/api";
import { liveDownload, packageOf, putPackage } from "@/tests/support/packages";
import { type Person, person } from "@/tests/support/people";

const folder = vi.hoisted(() => {
  process.env.SIGSTORE_ROOTS = `/tmp/sigstore-roots-${process.pid}-${Date.now()}`;
  return process.env.SIGSTORE_ROOTS;
});
const scratch = mkdtempSync(join(tmpdir(), "bundles-"));
const host = createHost((_, response) => response.writeHead(404).end());
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
let base: string;
let seller: Person;
let skill: Awaited<ReturnType<typeof liveDownload>>;
beforeAll(async () => {
  spawnSync("mkdir", ["-p", folder]);
  writeFileSync(join(folder, "ada.pem"), publicKey.export({ type: "spki", format: "pem" }));
  if (HAS_OPENSSL) makeAuthorities();
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
  seller = await person();
  skill = await liveDownload(seller, FREE);
});
afterAll(async () => {
  await drain(host);
  for (const path of [folder, scratch]) rmSync(path, { recursive: true, force: true });
});

const V03 = "application/vnd.dev.sigstore.bundle.v0.3+json";
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const KEY = { publicKey: { hint: "ada" } };
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");
/** A signature of an archive, as `cosign sign-blob` makes it. */
const signed = (bytes: Buffer, key: KeyObject, material: object) => ({
  mediaType: V03,
  verificationMaterial: material,
  messageSignature: {
    messageDigest: { algorithm: "SHA2_256", digest: base64(sha256(bytes)) },
    signature: base64(sign("sha256", bytes, key)),
  },
});
/** A statement about an archive, as `cosign attest-blob` makes it. */
function stated(digest: string) {
  const type = "application/vnd.in-toto+json";
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: "a.zip", digest: { sha256: digest } }],
  };
  const payload = Buffer.from(JSON.stringify({ ...statement, predicateType: "https://slsa.dev/provenance/v1" }));
  const encoded = Buffer.concat([Buffer.from(`DSSEv1 ${type.length} ${type} ${payload.length} `), payload]);
  const signatures = [{ sig: base64(sign("sha256", encoded, privateKey)) }];
  return {
    mediaType: V03,
    verificationMaterial: KEY,
    dsseEnvelope: { payload: base64(payload), payloadType: type, signatures },
  };
}
const FREE = { pricing_type: "subscription", price: 0, price_per_call: null };
const put = (bundle: object, by = seller, id = skill.id) =>
  call("PUT", `/v1/developer/skills/${id}/package/bundle`, { key: by.key, body: { bundle } });
const served = async (slug: string, version = "1.0.0"): Promise<[number, object]> => {
  const response = await fetch(`${base}/attestations/${slug}@${version}/publisher-bundle`);
  return [response.status, (await response.json()) as object];
};
const shown = async () =>
  (await call("GET", `/v1/skills/${skill.slug}/versions`, { key: seller.key })).body.data[0]?.publisher_bundle;

test("a bundle of a configured key is verified and shown, in the API and beside our attestation", async () => {
  expect(await shown()).toBeNull();
  const digest = sha256(skill.bytes).toString("hex");
  for (const bundle of [signed(Buffer.from(skill.bytes), privateKey, KEY), stated(digest)]) {
    const { status, body } = await put(bundle);
    expect([status, body.signer, body.issuer, body.sha256]).toEqual([200, "ada", null, digest]);
    expect(await shown()).toMatchObject({ signer: "ada", sha256: digest, url: expect.stringContaining(digest) });
    const response = await fetch(`${base}/attestations/sha256:${digest}`);
    const { publisher_bundles: found } = (await response.json()) as { publisher_bundles: object[] };
    const url = expect.stringContaining(`/attestations/${skill.slug}@1.0.0/publisher-bundle`);
    expect(found).toEqual([{ skill: skill.slug, version: "1.0.0", signer: "ada", issuer: null, url }]);
    expect(await served(skill.slug)).toMatchObject([200, bundle]);
  }
  const lines = await prisma().auditEvent.findMany({ where: { subjectId: skill.id, action: "skill.sign" } });
  expect(lines.map(({ details }) => Object(details).replaced).toSorted()).toEqual([false, true]);
  expect(await prisma().notification.count({ where: { accountId: seller.id, kind: "bundle_replaced" } })).toBe(1);
});

test("what is stored and served is the bundle alone, exported, and gone with the skill's suspension and the account", async () => {
  const leaver = await person();
  const { id, slug, bytes } = await liveDownload(leaver, FREE);
  const padded = { ...signed(Buffer.from(bytes), privateKey, KEY), junk: "<script>" };
  expect((await put({ ...padded, junk: "x".repeat(64 * 1024) }, leaver, id)).status).toBe(413);
  expect((await put(padded, leaver, id)).status).toBe(200);
  const { junk, ...bundle } = padded;
  const [status, body] = await served(slug);
  expect([status, body]).toMatchObject([200, bundle]);
  expect(JSON.stringify(body)).not.toContain(junk);
  const exported = await query<{ row: object }>("test.exported", SECTIONS.publisher_bundles, [leaver.id]);
  expect(exported).toMatchObject([{ row: { skill: slug, signer: "ada", bundle } }]);
  await prisma().skill.update({ where: { id }, data: { suspendedAt: new Date(), suspensionReason: "No." } });
  expect((await served(slug))[0]).toBe(404);
  await query("test.close", "SELECT account_close($1)", [leaver.id]);
  expect(await prisma().packageBundle.count({ where: { package: { skillId: id } } })).toBe(0);
});

test("only the trusted publisher adds one, where the skill demands it", async () => {
  const strict = await person();
  const { id, bytes } = await liveDownload(strict, FREE);
  const data = {
    ...{ skillId: id, issuer: "https://ci.example", repository: "ada/x", workflow: "release.yml" },
    refs: [],
  };
  await prisma().trustedPublisher.create({ data: { ...data, isRequired: true, setBy: strict.id } });
  const { status, body } = await put(signed(Buffer.from(bytes), privateKey, KEY), strict, id);
  expect([status, body.error?.code]).toEqual([403, "trusted_publisher_required"]);
});

test("a bundle of another key, about another archive, damaged, or of somebody else's skill is refused", async () => {
  const digest = sha256(skill.bytes).toString("hex");
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const archive = Buffer.from(skill.bytes);
  const refused = [
    signed(archive, other, KEY),
    signed(archive, privateKey, { publicKey: { hint: "nobody" } }),
    signed(Buffer.from("another archive"), privateKey, KEY),
    stated("0".repeat(64)),
    { ...stated(digest), mediaType: "text/plain" },
    {},
  ];
  const opened = vi.spyOn(store(), "open");
  for (const bundle of refused) {
    const { status, body } = await put(bundle);
    expect([status, body.error?.code, body.error?.param]).toEqual([400, "invalid_request", "bundle"]);
  }
  // Of these, two are signatures of this archive: only they need its bytes.
  expect(opened).toHaveBeenCalledTimes(2);
  opened.mockRestore();
  expect((await put(stated(digest), await person())).status).toBe(404);
  expect((await call("PUT", `/v1/developer/skills/${skill.id}/package/bundle`, { body: {} })).status).toBe(401);
  // The next version has none until one is added: a bundle is about its own archive.
  await putPackage(seller.key, skill.id, packageOf(skill.slug, "1.1.0"));
  expect((await put(stated(digest))).body.error.param).toBe("bundle");
  expect(await shown()).toMatchObject({ signer: "ada" });
});

const HAS_OPENSSL = spawnSync("openssl", ["version"]).status === 0;
const IDENTITY = "https://github.com/ada/minutes/.github/workflows/release.yml@refs/tags/v1";
const ISSUER = "https://token.actions.githubusercontent.com";
const inScratch = (name: string) => join(scratch, name);
const read = (name: string) => readFileSync(inScratch(name));
function openssl(...args: string[]): void {
  const { status, stderr } = spawnSync("openssl", args, { cwd: scratch, encoding: "utf8" });
  if (status !== 0) throw new Error(`openssl ${args.join(" ")}: ${stderr}`);
}

/** Makes a root that issues a certificate to a workflow, an authority of timestamps, and the trusted root that names both. */
function makeAuthorities(): void {
  const extensions = {
    leaf: `subjectAltName=critical,URI:${IDENTITY}\nkeyUsage=critical,digitalSignature\nextendedKeyUsage=codeSigning\n1.3.6.1.4.1.57264.1.8=ASN1:UTF8String:${ISSUER}\n`,
    tsa: "keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\n",
  };
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const authority = ["-addext", "keyUsage=critical,keyCertSign"];
  openssl(
    "req",
    "-x509",
    ...curve,
    "-keyout",
    "ca.key",
    "-out",
    "ca.pem",
    "-days",
    "30",
    "-subj",
    "/CN=root",
    ...authority,
  );
  for (const [name, text] of Object.entries(extensions)) {
    writeFileSync(inScratch(`${name}.ext`), text);
    openssl("req", ...curve, "-keyout", `${name}.key`, "-out", `${name}.csr`, "-subj", `/CN=${name}`);
    const from = ["-in", `${name}.csr`, "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2"];
    openssl("x509", "-req", ...from, "-extfile", `${name}.ext`, "-out", `${name}.pem`);
  }
  for (const name of ["ca", "leaf", "tsa"])
    openssl("x509", "-in", `${name}.pem`, "-outform", "der", "-out", `${name}.der`);
  writeFileSync(inScratch("serial"), "01\n");
  writeFileSync(
    inScratch("ts.cnf"),
    `[tsa]\ndefault_tsa=t\n[t]\nserial=serial\nsigner_cert=tsa.pem\nsigner_key=tsa.key\nsigner_digest=sha256\ndefault_policy=1.2.3.4\ndigests=sha256\ness_cert_id_alg=sha256\n`,
  );
  const chain = (...names: string[]) => ({
    certificates: names.map((name) => ({ rawBytes: base64(read(`${name}.der`)) })),
  });
  const since = { validFor: { start: "2020-01-01T00:00:00Z" } };
  const root = {
    mediaType: "application/vnd.dev.sigstore.trustedroot+json;version=0.1",
    certificateAuthorities: [{ subject: { commonName: "root" }, certChain: chain("ca"), ...since }],
    timestampAuthorities: [{ subject: { commonName: "tsa" }, certChain: chain("tsa", "ca"), ...since }],
  };
  writeFileSync(join(folder, "root.json"), JSON.stringify(root));
}

test.skipIf(!HAS_OPENSSL)(
  "a certificate of a trusted root counts with a timestamp of a trusted authority, and not without",
  async () => {
    await putPackage(seller.key, skill.id, packageOf(skill.slug, "1.0.0"));
    const key = createPrivateKey(read("leaf.key"));
    const certificate = { certificate: { rawBytes: base64(read("leaf.der")) } };
    const bundle = signed(Buffer.from(skill.bytes), key, certificate);
    expect((await put(bundle)).body.error.param).toBe("bundle");
    writeFileSync(inScratch("signature"), Buffer.from(bundle.messageSignature.signature, "base64"));
    openssl("ts", "-query", "-data", "signature", "-sha256", "-cert", "-out", "query.tsq");
    openssl("ts", "-reply", "-config", "ts.cnf", "-queryfile", "query.tsq", "-out", "reply.tsr");
    const rfc3161Timestamps = [{ signedTimestamp: base64(read("reply.tsr")) }];
    const material = { ...certificate, timestampVerificationData: { rfc3161Timestamps } };
    const { status, body } = await put({ ...bundle, verificationMaterial: material });
    expect([status, body.signer, body.issuer]).toEqual([200, IDENTITY, ISSUER]);
  },
);
