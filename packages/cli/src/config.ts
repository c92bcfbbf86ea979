import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Marketplace } from "../../sdk/src/index.js";
import { CliError, EXIT } from "./failure.ts";

type Config = { baseUrl?: string; apiKey?: string };

/** Flags that every command takes. */
export type Globals = { json: boolean; key: string | undefined; url: string | undefined };

const DEFAULT_URL = "http://localhost:3000";

const configFile = () =>
  join(process.env.XDG_CONFIG_HOME || join(homedir(), ".config"), "skills-marketplace", "config.json");

function readConfig(): Config {
  try {
    return JSON.parse(readFileSync(configFile(), "utf8")) as Config;
  } catch {
    return {};
  }
}

/** Stores the key and the address for later commands, readable by this user only. */
export function saveConfig(config: Config): string {
  const file = configFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

/** Forgets the stored key and address. */
export function removeConfig(): void {
  rmSync(configFile(), { force: true });
}

/** The address of the marketplace: the flag, the environment, what was stored, or a local one. */
export function baseUrlOf({ url }: Globals): string {
  return (url ?? process.env.SKILLS_BASE_URL ?? readConfig().baseUrl ?? DEFAULT_URL).replace(/\/+$/, "");
}

/** A client for the stored key, or that of the flag or the environment. Throws CliError when there is none. */
export function clientOf(globals: Globals): Marketplace {
  const baseUrl = baseUrlOf(globals);
  const config = readConfig();
  // A stored key belongs to the marketplace that it was stored for, and is sent to no other.
  const stored = config.baseUrl === baseUrl ? config.apiKey : undefined;
  const apiKey = globals.key ?? process.env.SKILLS_API_KEY ?? stored;
  if (!apiKey) throw new CliError(`You are not signed in to ${baseUrl}. Run \`skm login\`.`, EXIT.signIn);
  return new Marketplace({ baseUrl, apiKey });
}
