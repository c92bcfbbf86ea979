import { type Check, type Finding, ok, warning } from "@/host/doctor/check";
import { PROVIDER_NAMES, providerAddresses } from "@/lib/identity/accounts/providers";
import { env } from "@/lib/platform/core/env";
import { movedSettings } from "@/lib/platform/site/moved";

const REACH_TIMEOUT_MS = 5_000;

/** What the settings are missing that a production installation should have. */
export const settings: Check = {
  name: "settings",
  other: { name: "the data folder", setting: "DATA_DIR" },
  advice: "Mend the setting; docs/configuration.md describes each.",
  async run() {
    const { APP_ENV, PUBLIC_URL, SMTP_URL, METRICS_TOKEN, TWO_FACTOR_KEYS, TRUSTED_PROXIES } = env();
    const found: Finding[] = [ok(`a ${APP_ENV} installation`)];
    for (const name of movedSettings())
      found.push(warning(`${name} is no longer read`, "Set it in Admin > Settings, and remove it here."));
    if (APP_ENV === "local") return found;
    if (!PUBLIC_URL.startsWith("https://"))
      found.push(warning(`PUBLIC_URL is ${PUBLIC_URL}`, "Serve it by https: keys and cookies travel over it."));
    if (SMTP_URL === undefined)
      found.push(warning("SMTP_URL is not set", "Set it: confirmation and password mails stay in a folder."));
    if (METRICS_TOKEN === undefined)
      found.push(warning("METRICS_TOKEN is not set", "Set it so that Prometheus may read /metrics."));
    if (TWO_FACTOR_KEYS[0]?.version === 0)
      found.push(
        warning("TWO_FACTOR_KEYS is not set", "Set it: changing SESSION_SECRET would lock out two-factor accounts."),
      );
    if (TRUSTED_PROXIES === 0)
      found.push(warning("TRUSTED_PROXIES is 0", "Set it to the number of proxies in front: limits count addresses."));
    return found;
  },
};

/** The providers that people may sign in with; half a configuration is refused by the settings. */
export const signIn: Check = {
  name: "sign-in",
  other: { name: "the provider of sign-ins", setting: "GITHUB_URL or GOOGLE_API_BASE" },
  advice: "Check GITHUB_URL and GOOGLE_API_BASE, and that this machine reaches them.",
  async run() {
    const found: Finding[] = [ok("password and passkey")];
    for (const { id, url } of providerAddresses()) {
      await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(REACH_TIMEOUT_MS) });
      const callback = `${env().PUBLIC_URL}/api/auth/callback/${id}`;
      found.push(ok(`${PROVIDER_NAMES[id]} at ${new URL(url).host}; its application must name ${callback}`));
    }
    return found;
  },
};
