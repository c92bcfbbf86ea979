import { createHmac, randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Bytes of a signing secret; Standard Webhooks requires 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret of a skill, in the form that Standard Webhooks libraries read. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** The Standard Webhooks headers of a call to a developer's endpoint, with one signature per secret. */
export function signedHeaders({
  secrets,
  id,
  at,
  body,
}: {
  secrets: readonly string[];
  id: string;
  at: Date;
  body: string;
}): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}

/** A pseudonym of a caller, stable per skill. */
export function callerPseudonym(pseudonymSecret: string, accountId: string): string {
  return `caller_${createHmac("sha256", pseudonymSecret).update(accountId).digest("base64url").slice(0, 24)}`;
}
