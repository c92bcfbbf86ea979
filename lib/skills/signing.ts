import { createHmac, randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";

/** Bytes of a signing secret; Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;

/** A new secret of a skill, in the form that Standard Webhooks libraries read. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`;
}

/** The headers by which a developer's endpoint knows that a call is ours: Standard Webhooks, one signature a secret. */
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

/** A name for a caller that stays the same for one skill, and tells a developer nothing else. */
export function callerPseudonym(pseudonymSecret: string, accountId: string): string {
  return `caller_${createHmac("sha256", pseudonymSecret).update(accountId).digest("base64url").slice(0, 24)}`;
}
