import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Marketplace } from "../../sdk/src/index.js";
import { CliError, EXIT } from "./failure.ts";
import { renewed, type Session } from "./oauth.ts";

/** What a sign-in stores: a key that was given, or the session of a browser. */
type Config = { baseUrl?: string; apiKey?: string; session?: Session };

/** Flags that every command takes. */
export type Globals = {
  json: boolean;
  key: string | undefined;
  url: string | undefined;
  /** The handle of the organization, or the id of the account, for which the command must act. */
  account: string | undefined;
};

const DEFAULT_URL = "http://localhost:3000";

/** Where this user's sign-in is stored, and which folders skm has filled. */
export const configFolder = () => join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "skills-marketplace");

const configFile = () => join(configFolder(), "config.json");

function readConfig(): Config {
  try {
    return JSON.parse(readFileSync(configFile(), "utf8")) as Config;
  } catch {
    return {};
  }
}

/** Stores the credential and the address for later commands, readable by this user only. */
export function saveConfig(config: Config): string {
  const file = configFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

/** The session that a sign-in by browser has stored, if any. */
export const storedSession = () => readConfig().session;

/** Renews the stored session if its token is about to expire and this command uses it. Throws CliError. */
export async function renewSession(globals: Globals): Promise<void> {
  const { session, ...config } = readConfig();
  const isUsed = !globals.key && !process.env.SKILLS_API_KEY && config.baseUrl === baseUrlOf(globals);
  if (!session || !isUsed) return;
  const next = await renewed(session);
  if (next !== session) saveConfig({ ...config, session: next });
}

/** Forgets the stored credential and address. */
export function removeConfig(): void {
  rmSync(configFile(), { force: true });
}

/** The address of the marketplace: the flag, the environment, what was stored, or a local one. */
export function baseUrlOf({ url }: Globals): string {
  return (url ?? process.env.SKILLS_BASE_URL ?? readConfig().baseUrl ?? DEFAULT_URL).replace(/\/+$/, "");
}

/** A client for the stored credential, or the key of the flag or the environment. Throws CliError when there is none. */
export function clientOf(globals: Globals): Marketplace {
  const baseUrl = baseUrlOf(globals);
  const config = readConfig();
  // A stored credential belongs to the marketplace that it was stored for, and is sent to no other.
  const stored = config.baseUrl === baseUrl ? (config.apiKey ?? config.session?.accessToken) : undefined;
  const apiKey = globals.key ?? process.env.SKILLS_API_KEY ?? stored;
  if (!apiKey) throw new CliError(`You are not signed in to ${baseUrl}. Run \`skm login\`.`, EXIT.signIn);
  return new Marketplace({ baseUrl, apiKey, ...(globals.account && { account: globals.account }) });
}
