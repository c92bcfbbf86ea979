import { createInterface } from "node:readline";
import { CliError } from "./failure.ts";

/** All of standard input as text. */
export async function readStdin(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** Asks on the terminal. */
function ask(question: string): Promise<string> {
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  return new Promise((resolve, reject) => {
    lines.once("line", (line) => {
      resolve(line.trim());
      lines.close();
    });
    lines.once("close", () => {
      reject(new CliError("Cancelled."));
    });
  });
}

/** Asks for consent on a terminal. Without a terminal the answer is no. */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `));
}
