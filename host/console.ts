import { format, stripVTControlCharacters } from "node:util";
import { log } from "@/lib/platform/core/log";

const METHODS = ["debug", "log", "info", "warn", "error"] as const;

/**
 * Makes a line of the log of what libraries, Next and Node itself would print as text: log collectors then read only
 * JSON. An uncaught error is logged and ends the process, as by default.
 */
export function logConsole(): void {
  for (const method of METHODS) {
    const level = method === "log" ? "info" : method;
    console[method] = (...parts: unknown[]) => {
      const err = parts.find((part) => part instanceof Error);
      const text = stripVTControlCharacters(format(...parts.filter((part) => part !== err))).trim();
      log[level]({ source: "console", ...(err && { err }) }, text || err?.message);
    };
  }
  process.removeAllListeners("warning");
  process.on("warning", (err) => log.warn({ err, source: "node" }, "a warning of Node"));
  process.on("uncaughtException", (err) => {
    log.fatal({ err }, "an uncaught failure ends this process");
    process.exit(1);
  });
}
