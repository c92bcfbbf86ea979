import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const ORIGIN = new URL(process.env.PUBLIC_URL ?? "http://market.test").origin;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const uint16 = (value: number) => Buffer.from([value >> 8, value & 255]);

/** CBOR of what an authenticator says: integers below 65,536, byte strings, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (type: number, count: number) =>
    count < 24
      ? Buffer.from([(type << 5) | count])
      : count < 256
        ? Buffer.from([(type << 5) | 24, count])
        : Buffer.concat([Buffer.from([(type << 5) | 25]), uint16(count)]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Buffer)]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const PRESENT = 1;
const VERIFIED = 4;
const WITH_KEY = 64;

/** A device that holds one passkey (ES256), and answers challenges as a browser hands them on. */
export class Authenticator {
  readonly id = randomBytes(16);
  readonly origin: string;
  private readonly pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  private count = 0;
  /** Whether it asks for a PIN, fingerprint or face. */
  verifies = true;

  constructor(origin = ORIGIN) {
    this.origin = origin;
  }

  private client(type: string, challenge: unknown): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  private data(extra: Buffer = Buffer.alloc(0)): Buffer {
    const flags = PRESENT | (this.verifies ? VERIFIED : 0) | (extra.length > 0 ? WITH_KEY : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++this.count);
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags]), count, extra]);
  }

  private answer(response: Record<string, string>) {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  /** Makes the passkey for a challenge. */
  create({ challenge }: Record<string, unknown>) {
    const { x = "", y = "" } = this.pair.publicKey.export({ format: "jwk" });
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]);
    const credential = Buffer.concat([Buffer.alloc(16), uint16(this.id.length), this.id, cbor(key)]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", this.data(credential)],
    ]);
    return this.answer({
      clientDataJSON: this.client("webauthn.create", challenge).toString("base64url"),
      attestationObject: cbor(attestation).toString("base64url"),
    });
  }

  /** Answers a challenge to sign in. */
  get({ challenge }: Record<string, unknown>) {
    const [client, data] = [this.client("webauthn.get", challenge), this.data()];
    const signature = sign("sha256", Buffer.concat([data, sha256(client)]), this.pair.privateKey);
    return this.answer({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }
}
