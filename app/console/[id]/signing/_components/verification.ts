/** Code with which an endpoint proves that a call is ours, without any library. Tests run it. */
export const VERIFICATION = [
  {
    language: "TypeScript",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_SECONDS = 300;

/** Whether a call is the marketplace's: pass the raw body, before any JSON parser touches it. */
export function isFromMarketplace(headers: Headers, body: string, secret: string): boolean {
  const id = headers.get("webhook-id") ?? "";
  const timestamp = headers.get("webhook-timestamp") ?? "";
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_SECONDS)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const expected = createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  return (headers.get("webhook-signature") ?? "").split(" ").some((entry) => {
    const [version, value = ""] = entry.split(",");
    const given = Buffer.from(value, "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
`,
  },
  {
    language: "Python",
    code: `import base64
import hashlib
import hmac
import time

TOLERANCE_SECONDS = 300


def is_from_marketplace(headers, body: bytes, secret: str) -> bool:
    """Whether a call is the marketplace's: pass the raw body, before any JSON parser touches it."""
    call_id = headers.get("webhook-id", "")
    timestamp = headers.get("webhook-timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    key = base64.b64decode(secret.removeprefix("whsec_"))
    message = f"{call_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, message, hashlib.sha256).digest()).decode()
    entries = headers.get("webhook-signature", "").split(" ")
    return any(
        hmac.compare_digest(entry.encode(), f"v1,{expected}".encode()) for entry in entries
    )
`,
  },
] as const;
