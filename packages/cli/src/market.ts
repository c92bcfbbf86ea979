import { dollars } from "@/lib/platform/core/dollars";
import { freeCallsText } from "@/lib/supply/skills/price-text";
import type { Marketplace, RunResult, ServerEvent, SkillDetail } from "../../sdk/src/index.js";
import { splitName } from "../../sdk/src/names.js";
import { asNumber, asText, type Command, onlyArgument } from "./command.ts";
import { clientOf } from "./config.ts";
import { CliError, EXIT, usageError } from "./failure.ts";
import { FILTER_OPTIONS, FILTERS_USAGE, filtersOf } from "./filters.ts";
import { confirm } from "./input.ts";
import { bold, dim, plain, priceOf, print, printJson, printTable, remark } from "./output.ts";
import { flagOf, inputLines, parametersOf } from "./parameters.ts";

const SHOWN = 20;

export const search: Command = {
  usage: `[words…] ${FILTERS_USAGE} [--limit <n>]`,
  summary: "Find skills",
  options: { ...FILTER_OPTIONS, limit: { type: "string" } },
  run: async ({ globals, args, values }) => {
    const most = asNumber(values, "limit") ?? SHOWN;
    const query = {
      ...(args.length > 0 && { search: args.join(" ") }),
      ...filtersOf(values),
      pageSize: Math.min(Math.max(most, 1), 100),
    };
    const found = await clientOf(globals).skills.search(query).take(most);
    if (globals.json) return printJson(found);
    printTable(
      ["Skill", "Price", "Rating", "Description"],
      found.map((skill) => [skill.slug, priceOf(skill), skill.rating.average, skill.description.slice(0, 80)]),
    );
  },
};

export const show: Command = {
  usage: "<skill>",
  summary: "Show a skill: price, parameters, and what you may do with it",
  run: async ({ globals, args }) => {
    const skill = await clientOf(globals).skills.get(onlyArgument(args, "skill"));
    if (globals.json) return printJson(skill);
    print(`${bold(plain(skill.name))}  ${dim(skill.slug)}`);
    print(plain(skill.description));
    print();
    print(`Price:   ${priceOf(skill)}${freeCallsText(skill.free_calls)}`);
    print(`By:      ${plain(skill.developer.name)}`);
    print(`Use:     ${skill.execution_type}${skill.package ? `, package ${skill.package.version}` : ""}`);
    print(`Access:  ${accessText(skill)}`);
    for (const line of parameterLines(skill)) print(line);
  },
};

const ACCESS: Record<SkillDetail["access"]["reason"], string> = {
  owner: "your own skill",
  admin: "as an administrator",
  purchase: "bought",
  used_up: "bought, its plan is used up",
  free_calls: "free calls left",
  free: "free",
  pay_per_call: "pay per call",
  none: "none yet",
  not_allowed: "not allowed by your organization",
};

function accessText({ access, slug }: SkillDetail): string {
  if (access.reason === "none") return `none yet: skm buy ${slug}`;
  const ground = ACCESS[access.reason] ?? access.reason;
  return access.max_cost === null ? ground : `${ground}; the next call costs ${dollars(access.max_cost)}`;
}

type Property = { type?: string | string[]; description?: string; default?: unknown };

function parameterLines({ api_schema: schema }: SkillDetail): string[] {
  const properties = Object.entries((schema?.properties ?? {}) as Record<string, Property>);
  const required = new Set((schema?.required as string[] | undefined) ?? []);
  if (properties.length === 0) return [];
  const lines = properties.map(([name, { type, description = "" }]) => {
    const head = `  --${flagOf(name)} <${[type ?? "json"].flat().join("|")}>`;
    return plain(`${head}${required.has(name) ? " (required)" : ""}  ${description}`).trimEnd();
  });
  return ["", "Parameters:", ...lines];
}

/** A skill with the schema of the tool that is named. Throws a usage error with the names of its tools. */
function asNamed(skill: SkillDetail, name: string | undefined): SkillDetail {
  if (skill.tools.length === 0 && name === undefined) return skill;
  const tool = skill.tools.find((known) => known.name === name);
  if (tool) return { ...skill, api_schema: tool.input_schema };
  const names = skill.tools.map((known) => `${skill.slug}/${known.name}`).join(", ");
  throw usageError(names ? `Name one of its tools: ${names}.` : `${skill.slug} has no tools: run ${skill.slug}.`);
}

export const run: Command = {
  usage:
    "<skill>[/<tool>] [--<parameter> <value>…] [--input <json|@file|->] [--max-price <dollars>] [--dry-run | --async | --stream]",
  summary: "Run a skill; its parameters are flags",
  takesAnyFlag: true,
  helpOf: async ({ globals, args }) => {
    const { slug, tool } = splitName(onlyArgument(args, "skill"));
    const skill = await clientOf(globals).skills.get(slug);
    for (const line of parameterLines(asNamed(skill, tool))) print(line);
  },
  options: {
    input: { type: "string" },
    "max-price": { type: "string" },
    "dry-run": { type: "boolean" },
    "idempotency-key": { type: "string" },
    async: { type: "boolean" },
    stream: { type: "boolean" },
  },
  run: async ({ globals, args, values, rest }) => {
    const name = onlyArgument(args, "skill");
    const market = clientOf(globals);
    const { slug, tool } = splitName(name);
    const { api_schema: schema } = asNamed(await market.skills.get(slug), tool);
    const parameters = await parametersOf(schema, rest, asText(values.input));
    if (values["dry-run"] === true) {
      const quote = await market.skills.quote(name, parameters);
      return globals.json ? printJson(quote) : print(`Valid; costs ${costText(quote)}.`);
    }
    // Without a price of the user's own, the run may cost what it is quoted, not what it is raised to in between.
    const maxPrice = asNumber(values, "max-price") ?? (await market.skills.quote(name, parameters)).max_cost;
    const idempotencyKey = asText(values["idempotency-key"]);
    const options = { maxPrice, ...(idempotencyKey && { idempotencyKey }) };
    if (values.stream === true) return printEvents(market.skills.stream(name, parameters, { maxPrice }));
    const ran: Ran =
      values.async === true
        ? await runAndWait(market, name, parameters, options)
        : await market.skills.run(name, parameters, options);
    printJson(globals.json ? ran : ran.result);
    if (globals.json) return;
    const left = ran.balance ? `; ${dollars(ran.balance.available)} left` : "";
    remark(dim(`Cost ${dollars(ran.usage.cost)}${left}.`));
  },
};

/** What a run answers; the balance only when it was waited for. */
type Ran = Pick<RunResult, "result" | "usage"> & Partial<Pick<RunResult, "balance">>;

/** Starts a run, which may take 15 minutes, and waits for its end. Throws CliError when it fails. */
async function runAndWait(
  market: Marketplace,
  slug: string,
  parameters: Record<string, unknown>,
  options: { maxPrice: number; idempotencyKey?: string },
): Promise<Ran> {
  const { id } = await market.skills.start(slug, parameters, options);
  remark(dim(`Run ${id}`));
  const { state, outcome, error } = await market.runs.wait(id);
  if (state === "succeeded" && outcome) return outcome;
  throw new CliError(error?.message ?? `The run was ${state}.`, EXIT.skill);
}

/** Prints what a skill streams as it arrives: the data of each event, and at last what it cost. */
async function printEvents(events: AsyncIterable<ServerEvent>): Promise<void> {
  let ours: string | null = null;
  for await (const { event, data } of events) {
    // A skill may use this event name itself: then it is not the last.
    if (ours !== null) print(ours);
    ours = event === "usage" ? data : null;
    if (ours === null) print(data);
  }
  const { usage } = JSON.parse(ours ?? "{}") as { usage?: { cost: number } };
  if (usage) remark(dim(`Cost ${dollars(usage.cost)}.`));
}

export const batch: Command = {
  usage: "<skill> --input <@file|-> [--max-price <dollars>] [--idempotency-key <key>]",
  summary: "Run a skill with many inputs, one JSON object a line; prints a line for each result",
  options: {
    input: { type: "string" },
    "max-price": { type: "string" },
    "idempotency-key": { type: "string" },
  },
  run: async ({ globals, args, values }) => {
    const slug = onlyArgument(args, "skill");
    const inputs = await inputLines(asText(values.input) ?? "-");
    const maxPrice = asNumber(values, "max-price");
    const idempotencyKey = asText(values["idempotency-key"]);
    const options = {
      ...(maxPrice !== undefined && { maxPrice }),
      ...(idempotencyKey && { idempotencyKey }),
    };
    let failed = 0;
    for await (const line of clientOf(globals).skills.batch(slug, inputs, options)) {
      if ("quote" in line) remark(dim(`${line.quote.calls} calls, at most ${dollars(line.quote.max_cost)}`));
      else if ("index" in line) print(JSON.stringify(line));
      else {
        failed = line.summary.failed;
        remark(dim(`${line.summary.succeeded} succeeded, ${failed} failed; cost ${dollars(line.summary.cost)}.`));
      }
    }
    if (failed > 0) process.exitCode = EXIT.skill;
  },
};

export const buy: Command = {
  usage: "<skill> [--plan <name>] [--max-price <dollars>] [--yes] [--no-renew]",
  summary: "Buy a subscription",
  options: {
    plan: { type: "string" },
    "max-price": { type: "string" },
    yes: { type: "boolean" },
    "no-renew": { type: "boolean" },
  },
  run: async ({ globals, args, values }) => {
    const slug = onlyArgument(args, "skill");
    const market = clientOf(globals);
    const skill = withPlan(await market.skills.get(slug), values.plan);
    const maxPrice = asNumber(values, "max-price") ?? skill.price ?? 0;
    const isAgreed = values["max-price"] !== undefined || values.yes === true || skill.access.owned || maxPrice === 0;
    if (!isAgreed && !(await confirm(`Buy ${slug} for ${priceOf(skill)}?`)))
      throw new CliError(
        `${slug} costs ${priceOf(skill)}. Agree with --yes, or with --max-price <dollars>.`,
        EXIT.payment,
      );
    const bought = await market.skills.purchase(slug, {
      maxPrice,
      autoRenew: values["no-renew"] !== true,
      ...(skill.plan !== undefined && { plan: skill.plan }),
    });
    if (globals.json) return printJson(bought);
    const { purchase, balance } = bought;
    const what = bought.already_owned
      ? "You already have"
      : purchase.trial
        ? `Free, then ${dollars(purchase.price)}:`
        : `Bought for ${dollars(purchase.price)}:`;
    print(`${what} ${slug}, until ${purchase.current_period_end.slice(0, 10)}. ${dollars(balance.available)} left.`);
  },
};

/** A skill at the price of one of its plans. */
function withPlan(skill: SkillDetail, name: unknown): SkillDetail & { plan?: string } {
  if (typeof name !== "string") return skill;
  const plan = skill.plans.find((one) => one.name.toLowerCase() === name.toLowerCase());
  if (!plan)
    throw new CliError(`${skill.slug} has no plan ${name}. It has ${skill.plans.map((one) => one.name).join(", ")}.`);
  const { price, interval, trial_days } = plan;
  return { ...skill, plans: [plan], price, subscription_interval: interval, trial_days, plan: plan.name };
}

/** What a call may cost: one amount, or the least and the most. */
function costText({ min_cost, max_cost }: { min_cost: number; max_cost: number }): string {
  return min_cost === max_cost ? dollars(max_cost) : `${dollars(min_cost)} to ${dollars(max_cost)}`;
}
