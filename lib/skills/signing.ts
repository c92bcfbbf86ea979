import { randomBytes } from "node:crypto";

/** Bytes of a signing secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret of a skill, in the form that Standard Webhooks libraries read. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}
