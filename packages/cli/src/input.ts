import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { CliError } from "./failure.ts";

/** All of standard input as text. */
export async function readStdin(): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of process.stdin) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}

/** Asks on the terminal; with `hidden` what is typed is not shown. */
export function ask(question: string, { hidden = false } = {}): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  process.stderr.write(question);
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: true,
  });
  return new Promise((resolve, reject) => {
    lines.once("line", (line) => {
      resolve(line.trim());
      lines.close();
    });
    lines.once("close", () => {
      if (hidden) process.stderr.write("\n");
      reject(new CliError("Cancelled."));
    });
  });
}

/** Asks for consent on a terminal. Without a terminal the answer is no. */
export async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `));
}
