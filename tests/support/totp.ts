import { createHmac } from "node:crypto";

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code that an authenticator shows for an `otpauth:` address, `steps` of 30 seconds from now. */
export function totpOf(uri: string, steps = 0): string {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const digest = createHmac("sha1", key).update(counter).digest();
  const number = digest.readUInt32BE((digest.at(-1) ?? 0) & 0xf) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}
