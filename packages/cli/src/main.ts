import { balance, keys, login, logout, topup, usage } from "./account.ts";
import { audit } from "./audit.ts";
import { type Command, parse } from "./command.ts";
import { completionOf } from "./completion.ts";
import { renewSession } from "./config.ts";
import { EXIT, exitCodeOf, textOf } from "./failure.ts";
import { install, list, remove, update } from "./install.ts";
import { batch, buy, run, search, show } from "./market.ts";
import { bold, dim, print, remark } from "./output.ts";
import { plan } from "./plans.ts";
import { logs, publish } from "./publish.ts";
import { verify } from "./verify.ts";

declare const CLI_VERSION: string;

const COMMANDS: Record<string, Command> = {
  login,
  logout,
  search,
  show,
  run,
  batch,
  buy,
  plan,
  install,
  update,
  list,
  remove,
  verify,
  audit,
  publish,
  logs,
  keys,
  usage,
  balance,
  topup,
  completion: completionOf(() => COMMANDS),
};

function help(): void {
  print(`${bold("skm")}: search, buy, run, install and publish skills\n\nCommands:`);
  for (const [name, { summary }] of Object.entries(COMMANDS)) print(`  ${name.padEnd(12)}${summary}`);
  print(`\n${dim("skm <command> --help shows its flags. All take --json, --key, --url and --account.")}`);
  print(
    dim("Exit codes: 1 failed, 2 wrong usage, 3 sign in, 4 not found, 5 payment, 6 rate limit, 7 the skill failed."),
  );
}

async function main([name = "help", ...argv]: string[]): Promise<void> {
  if (name === "--version" || name === "-v") return print(CLI_VERSION);
  if (name === "help" && argv[0] !== undefined) return main([argv[0], "--help", ...argv.slice(1)]);
  if (["help", "--help", "-h"].includes(name)) return help();
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    remark(`There is no command ${name}. \`skm help\` lists them.`);
    process.exitCode = EXIT.usage;
    return;
  }
  const { isHelp, ...input } = parse(command, argv);
  if (isHelp) print(`skm ${name} ${command.usage}\n\n${command.summary}.`);
  if (isHelp && (!command.helpOf || input.args.length === 0)) return;
  if (command !== login && command !== logout) await renewSession(input.globals);
  await (isHelp && command.helpOf ? command.helpOf(input) : command.run(input));
}

// A reader that has seen enough, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

main(process.argv.slice(2)).catch((error: unknown) => {
  remark(textOf(error));
  process.exitCode = exitCodeOf(error);
});
