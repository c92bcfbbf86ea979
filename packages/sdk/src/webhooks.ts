/** A webhook that cannot be trusted: unsigned, changed, or too old. Answer it with 400. */
export class WebhookError extends Error {
  override readonly name = "WebhookError";
}

type HeaderSource = Headers | Record<string, string | string[] | undefined>;
export type VerifyOptions = {
  /** How far the sender's clock may be off, in seconds; 5 minutes by default. */
  toleranceSeconds?: number;
};

const HEADER_NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;

function headerOf(headers: HeaderSource, name: string): string {
  const value =
    typeof (headers as Headers).get === "function"
      ? (headers as Headers).get(name)
      : (headers as Record<string, string | string[] | undefined>)[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/**
 * Checks a webhook, or a call to your endpoint, against its signing secret (`whsec_…`; several during a rotation) and
 * returns its JSON. `body` is the body exactly as it arrived. Throws WebhookError.
 */
export async function verifyWebhook<Payload = unknown>(
  secret: string | readonly string[],
  headers: HeaderSource,
  body: string | Uint8Array,
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<Payload> {
  const [id, timestamp, signatures] = HEADER_NAMES.map((name) => headerOf(headers, name)) as [string, string, string];
  if (!id || !timestamp || !signatures) throw new WebhookError("The request has no webhook signature.");
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookError("The webhook's timestamp is too far from the present.");
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  for (const one of typeof secret === "string" ? [secret] : secret)
    if (await isSigned(one, signed, signatures)) return JSON.parse(text) as Payload;
  throw new WebhookError("The webhook's signature is wrong.");
}

async function isSigned(secret: string, signed: Uint8Array<ArrayBuffer>, signatures: string): Promise<boolean> {
  const key = await globalThis.crypto.subtle.importKey(
    "raw",
    bytesOf(secret.replace(/^whsec_/, "")),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  for (const part of signatures.split(" ")) {
    const [version, signature = ""] = part.split(",");
    if (version !== "v1" || !/^[A-Za-z0-9+/]+={0,2}$/.test(signature)) continue;
    // `verify` compares in constant time.
    if (await globalThis.crypto.subtle.verify("HMAC", key, bytesOf(signature), signed)) return true;
  }
  return false;
}
