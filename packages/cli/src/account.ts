import { dollars } from "@/lib/platform/core/dollars";
import { Marketplace } from "../../sdk/src/index.js";
import { openBrowser } from "./browser.ts";
import { asNumber, asText, type Command, onlyArgument } from "./command.ts";
import { baseUrlOf, clientOf, removeConfig, saveConfig, storedSession } from "./config.ts";
import { usageError } from "./failure.ts";
import { readStdin } from "./input.ts";
import { authorize, revoke } from "./oauth.ts";
import { print, printJson, printTable, remark } from "./output.ts";

export const login: Command = {
  usage: "[--browser | --key <key>|-] [--url <address>]",
  summary: "Sign in by browser, or with an API key; `--key -` reads it from standard input",
  options: { browser: { type: "boolean" } },
  run: async ({ globals, values }) => {
    const baseUrl = baseUrlOf(globals);
    const apiKey = values.browser === true ? null : await keyFor(globals.key);
    const session = apiKey === null ? await authorize(baseUrl, openBrowser) : undefined;
    const credential = apiKey ?? session?.accessToken ?? "";
    const balance = await new Marketplace({ baseUrl, apiKey: credential }).balance();
    await endStored();
    const file = saveConfig({ baseUrl, ...(apiKey === null ? { session } : { apiKey }) });
    print(`Signed in to ${baseUrl}; ${dollars(balance.available)} available. It is stored in ${file}.`);
    if (session) print(`What it may spend, and how to end it, is at ${baseUrl}/keys.`);
  },
};

/** The key that is given or piped in; null on a terminal, whose user signs in by browser. Throws a usage error. */
async function keyFor(given: string | undefined): Promise<string | null> {
  if (given !== undefined && given !== "-") return given;
  if (given === undefined && process.stdin.isTTY) return null;
  const key = (await readStdin()).trim();
  if (key) return key;
  throw usageError("Standard input has no key. Pipe one in, or use `skm login --browser`.");
}

/** Revokes the session that is stored, whose place another takes. */
async function endStored(): Promise<void> {
  const session = storedSession();
  if (session) await revoke(session);
}

export const logout: Command = {
  usage: "",
  summary: "Sign out: end the session of a sign-in by browser, or forget the stored key",
  run: async () => {
    const session = storedSession();
    // Also removed when the marketplace can't be reached.
    await endStored().finally(removeConfig);
    print(session ? "Signed out." : "Signed out. The key itself still works: revoke it with `skm keys revoke <id>`.");
  },
};

export const balance: Command = {
  usage: "",
  summary: "Show your balance",
  run: async ({ globals }) => {
    const found = await clientOf(globals).balance();
    if (globals.json) return printJson(found);
    print(
      `${dollars(found.available)} available${found.held > 0 ? `, ${dollars(found.held)} held for running calls` : ""}`,
    );
  },
};

export const topup: Command = {
  usage: "<dollars>|<pack>",
  summary: "Top up; prints the address of the payment page",
  run: async ({ globals, args }) => {
    const what = onlyArgument(args, "amount or pack");
    const amount = Number(what);
    const input = Number.isFinite(amount) ? { amount } : { pack_id: what };
    const checkout = await clientOf(globals).topup(input as { amount: number });
    if (globals.json) return printJson(checkout);
    remark(`Open this address to pay for ${dollars(checkout.credits)}:`);
    print(checkout.checkout_url);
  },
};

export const usage: Command = {
  usage: "[--skill <slug>] [--since <date>] [--limit <n>]",
  summary: "List your calls and downloads, newest first",
  options: { skill: { type: "string" }, since: { type: "string" }, limit: { type: "string" } },
  run: async ({ globals, values }) => {
    const most = asNumber(values, "limit") ?? 20;
    const [skill, since] = [asText(values.skill), asText(values.since)];
    const query = { ...(skill && { skill }), ...(since && { start_date: since }) };
    const records = await clientOf(globals)
      .usage({ ...query, pageSize: Math.min(Math.max(most, 1), 100) })
      .take(most);
    if (globals.json) return printJson(records);
    printTable(
      ["Time", "Skill", "Kind", "Status", "Cost"],
      records.map((record) => [
        record.created_at,
        record.skill,
        record.kind,
        record.error_code ?? record.status,
        record.cost,
      ]),
    );
  },
};

const SCOPE_SEPARATOR = ",";

export const keys: Command = {
  usage: "[list] | create [--name <name>] [--scopes read,execute] [--limit <dollars> --per day] | revoke <id>",
  summary: "List, create and revoke API keys",
  options: {
    name: { type: "string" },
    scopes: { type: "string" },
    skills: { type: "string" },
    limit: { type: "string" },
    per: { type: "string" },
    "expires-in-days": { type: "string" },
  },
  run: async ({ globals, args, values }) => {
    const [action = "list", id] = args;
    const market = clientOf(globals);
    if (action === "list") {
      const list = await market.keys.list();
      if (globals.json) return printJson(list);
      return printTable(
        ["Id", "Key", "Name", "Scopes", "Limit"],
        list.map((key) => [
          key.id,
          `${key.prefix}…`,
          key.name,
          key.scopes.join(SCOPE_SEPARATOR),
          key.credit_limit === null ? "" : `${key.credit_limit} per ${key.credit_limit_interval}`,
        ]),
      );
    }
    if (action === "create") {
      const made = await market.keys.create(keyInput(values) as Parameters<typeof market.keys.create>[0]);
      if (globals.json) return printJson(made);
      remark("This key is shown once:");
      return print(made.api_key);
    }
    if (action !== "revoke" || !id) throw usageError("Use `keys list`, `keys create` or `keys revoke <id>`.");
    const revoked = await market.keys.revoke(id);
    if (globals.json) return printJson(revoked);
    print(`Revoked ${revoked.prefix}….`);
  },
};

function keyInput(values: Parameters<Command["run"]>[0]["values"]) {
  const [limit, days] = [asNumber(values, "limit"), asNumber(values, "expires-in-days")];
  const [name, scopes, skills] = [asText(values.name), asText(values.scopes), asText(values.skills)];
  return {
    ...(name && { name }),
    ...(scopes && { scopes: scopes.split(SCOPE_SEPARATOR) }),
    ...(skills && { skills: skills.split(SCOPE_SEPARATOR) }),
    ...(days !== undefined && { expires_in_days: days }),
    ...(limit !== undefined && {
      credit_limit: limit,
      credit_limit_interval: asText(values.per) ?? "total",
    }),
  };
}
