import type { SecretConfig } from "better-auth";
import { env } from "@/lib/platform/core/env";

/**
 * The keys that encrypt second factors. They are not SESSION_SECRET, whose rotation must not lock users out. What was
 * encrypted before there were such keys is read with SESSION_SECRET.
 */
export function twoFactorKeys(): SecretConfig {
  const { TWO_FACTOR_KEYS: keys, SESSION_SECRET } = env();
  return {
    keys: new Map(keys.map(({ version, value }) => [version, value])),
    currentVersion: keys[0]?.version ?? 0,
    legacySecret: SESSION_SECRET,
  };
}

/** A plugin that makes the session library encrypt second factors by their own keys; it signs cookies by its secret. */
export function withTwoFactorKeys() {
  return { id: "two-factor-keys", init: () => ({ context: { secretConfig: twoFactorKeys() } }) };
}
