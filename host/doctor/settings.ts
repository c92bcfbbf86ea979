import { statfs } from "node:fs/promises";
import { type Check, type Finding, ok, warning } from "@/host/doctor/check";
import { PROVIDER_NAMES, providerAddresses } from "@/lib/identity/accounts/providers";
import { env } from "@/lib/platform/core/env";
import { megabytes } from "@/lib/platform/core/limits";

/** Below this much free space the database and the packages of an installation are in danger. */
const LEAST_FREE_BYTES = 1024 ** 3;

const REACH_TIMEOUT_MS = 5_000;

/** What the settings are missing that a production installation should have. */
export const settings: Check = {
  name: "settings",
  advice: "Mend the setting; docs/configuration.md describes each.",
  async run() {
    const { APP_ENV, PUBLIC_URL, SMTP_URL, METRICS_TOKEN, TWO_FACTOR_KEYS, TRUSTED_PROXIES } = env();
    if (APP_ENV === "local") return [ok("a local installation")];
    const found: Finding[] = [ok("a production installation")];
    if (!PUBLIC_URL.startsWith("https://"))
      found.push(
        warning(`PUBLIC_URL is ${PUBLIC_URL}`, "Serve it by https: keys and cookies travel over it."),
      );
    if (SMTP_URL === undefined)
      found.push(warning("SMTP_URL is not set", "Set it: confirmation and password mails stay in a folder."));
    if (METRICS_TOKEN === undefined)
      found.push(warning("METRICS_TOKEN is not set", "Set it so that Prometheus may read /metrics."));
    if (TWO_FACTOR_KEYS[0]?.version === 0)
      found.push(
        warning(
          "TWO_FACTOR_KEYS is not set",
          "Set it: changing SESSION_SECRET would lock out two-factor accounts.",
        ),
      );
    if (TRUSTED_PROXIES === 0)
      found.push(
        warning("TRUSTED_PROXIES is 0", "Set it to the number of proxies in front: limits count addresses."),
      );
    return found;
  },
};

/** The providers that people may sign in with; half a configuration is refused by the settings. */
export const signIn: Check = {
  name: "sign-in",
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

/** Free space of the data folder. */
export const disk: Check = {
  name: "data folder",
  advice: "Create the folder of DATA_DIR and let this user write to it.",
  async run() {
    const { bavail, bsize } = await statfs(env().DATA_DIR);
    const text = `${megabytes(bavail * bsize)} free in ${env().DATA_DIR}`;
    return [
      bavail * bsize < LEAST_FREE_BYTES
        ? warning(text, "Make room: a full disk stops the database.")
        : ok(text),
    ];
  },
};
