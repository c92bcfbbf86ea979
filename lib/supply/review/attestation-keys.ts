/** The key that attestations are signed with, and all that were used before. Invariant: a public key is stored for good. */
import { createECDH, createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from "node:crypto";
import { query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";

const CURVE = "prime256v1";
/** The order of the curve P-256 (SEC 2, 2.4.2). */
const ORDER = BigInt("0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
const KEY_BYTES = 48;
const HINT_CHARS = 16;

type SigningKey = { id: string; privateKey: KeyObject; publicPem: string };
let current: SigningKey | undefined;

/** The key of this process: `ATTESTATION_KEY`, or one that follows from `SESSION_SECRET`. */
export function signingKey(): SigningKey {
  current ??= keyFrom(ownKey() ?? derived());
  return current;
}

function ownKey(): KeyObject | null {
  const { ATTESTATION_KEY } = env();
  return ATTESTATION_KEY ? createPrivateKey(ATTESTATION_KEY) : null;
}

function keyFrom(privateKey: KeyObject): SigningKey {
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: "spki", format: "der" });
  const id = createHash("sha256").update(der).digest("hex").slice(0, HINT_CHARS);
  return { id, privateKey, publicPem: publicKey.export({ type: "spki", format: "pem" }).toString() };
}

/** A private key on the curve from the session's secret, with so many more bits than the order that none is likelier (FIPS 186-5, A.2.1). */
function derived(): KeyObject {
  const bytes = Buffer.from(hkdfSync("sha256", env().SESSION_SECRET, "", "attestations", KEY_BYTES));
  const scalar = (BigInt(`0x${bytes.toString("hex")}`) % (ORDER - 1n)) + 1n;
  const d = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex");
  const pair = createECDH(CURVE);
  pair.setPrivateKey(d);
  const point = pair.getPublicKey();
  const part = (from: number, to: number) => point.subarray(from, to).toString("base64url");
  return createPrivateKey({
    key: { kty: "EC", crv: "P-256", d: d.toString("base64url"), x: part(1, 33), y: part(33, 65) },
    format: "jwk",
  });
}

const REGISTER = `WITH ended AS (UPDATE attestation_key SET valid_until = now() WHERE id <> $1 AND valid_until IS NULL)
INSERT INTO attestation_key (id, public_key) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`;

let registered: Promise<unknown> | undefined;

/** Records the key of this process as the one in use, once; the one before it ends now. */
export async function register({ id, publicPem }: SigningKey): Promise<void> {
  registered ??= query("attestation_keys.register", REGISTER, [id, publicPem]);
  await registered.catch((error: unknown) => {
    registered = undefined;
    throw error;
  });
}

type KeyRow = { id: string; public_key: string; valid_from: Date; valid_until: Date | null };

/** Every public key, the newest first, with the time in which it signed. */
export async function publicKeys() {
  await register(signingKey());
  const text = "SELECT id, public_key, valid_from, valid_until FROM attestation_key ORDER BY valid_from DESC";
  const rows = await query<KeyRow>("attestation_keys.list", text, []);
  return {
    keys: rows.map(({ id, public_key, valid_from, valid_until }) => ({ id, public_key, valid_from, valid_until })),
  };
}
