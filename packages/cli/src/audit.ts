import { advisoriesFor, type Found, SEVERITIES, type Severity, sentenceOf } from "./advisories.ts";
import { asText, type Command } from "./command.ts";
import { CliError, usageError } from "./failure.ts";
import { readLock } from "./lock.ts";
import { print, printJson } from "./output.ts";
import { placeOf } from "./place.ts";

export const audit: Command = {
  usage: `[--global] [--fail-on ${SEVERITIES.join("|")}]`,
  summary: "Check installed skills against the marketplace's advisories; fails when one is affected",
  options: { global: { type: "boolean" }, "fail-on": { type: "string" } },
  run: async ({ globals, values }) => {
    const least = severityOf(asText(values["fail-on"]) ?? "low");
    const { skills } = readLock(placeOf(values).lockPath);
    const found: Found[] = [];
    for (const source of new Set(Object.values(skills).map((locked) => locked.source))) {
      const theirs = Object.entries(skills).filter(([, locked]) => locked.source === source);
      found.push(...(await advisoriesFor(source, Object.fromEntries(theirs))));
    }
    const failing = found.filter(({ severity }) => SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(least));
    if (globals.json) printJson({ checked: Object.keys(skills).length, advisories: found });
    else for (const one of found) print(`${sentenceOf(one)}\n  SHA-256 ${one.sha256}`);
    if (failing.length > 0) throw new CliError(`${failing.length} of the advisories above are ${least} or worse.`);
    if (!globals.json)
      print(
        `${Object.keys(skills).length} installed skills checked, none affected${least === "low" ? "" : ` at ${least} or worse`}.`,
      );
  },
};

function severityOf(text: string): Severity {
  const known = SEVERITIES.find((one) => one === text);
  if (!known) throw usageError(`--fail-on is one of ${SEVERITIES.join(", ")}.`);
  return known;
}
