import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { errorsOf } from "@/lib/interfaces/http/errors-of";
import { ERROR_CODES, ERRORS, type ErrorCode } from "@/lib/platform/core/errors";
import { type Thrower, throwers } from "@/tests/support/thrown-codes";

const { endpoints, verbs } = throwers();

/** What code can reach and calls never do, by the places, with the reason. */
const NEVER: [where: RegExp, codes: ErrorCode[], why: string][] = [
  [/files|install-links|distribution|readFiles?$|admin\/skills/, ["invalid_package"], "what is stored was checked"],
  [/batches|probe/, ["upstream_failed", "upstream_timeout"], "the answer says how each call went"],
  [
    /account\/domains|sign-in\/route/,
    ["upstream_failed", "upstream_timeout", "too_many_in_flight"],
    "what can't be reached verifies nothing",
  ],
  [/batches/, ["too_many_in_flight"], "a line of the answer says so"],
  [/import/, ["revision_changed"], "an import names no revision that it expects"],
  [
    /account\/(?:email\/)?route|credits\/refunds|organizations\/\[handle\]\/route|registerInBrowser/,
    ["wrong_code", "wrong_credentials", "account_suspended"],
    "only the password is asked",
  ],
  [/registerInBrowser/, ["sign_in_again", "wrong_password", "email_taken"], "its page shows them"],
  [/payment-events|retryEvent/, ["event_refused"], "the answer is the outcome"],
  [/mcp\/service\.ts (?:toolsListed|toolsFor|scopeOf)/, ERROR_CODES, "tools are named, not run"],
  [
    /service\.ts (?:standing|notFree|ofAccount|ofOrganization|openAmong)/,
    ERROR_CODES,
    "errors are returned, or their skills left out",
  ],
  [/runs\/\[id\]/, ["too_many_in_flight"], "what is canceled waits for nothing"],
  [
    /(?:keys|developer\/skills|mail-texts)\/route|keys\/service\.ts issue|publishing\/service\.ts create/,
    ["not_found"],
    "what was just made, or is of our own list, is there",
  ],
  [/outbound\/service\.ts client/, ERROR_CODES, "its methods say it"],
];
const isNever = (where: string, code: string) =>
  NEVER.some(([place, codes]) => place.test(where) && codes.includes(code as ErrorCode));
const isCode = (word: string): word is ErrorCode => Object.hasOwn(ERRORS, word);
/** Codes that follow from what an endpoint has, or from any verb's input, caller or database. */
const isGeneral = (code: string) => isCode(code) && code !== "not_found" && ERRORS[code].by !== undefined;

test("an endpoint lists the errors of its code that do not follow from its definition, and no others", () => {
  expect(endpoints.length).toBeGreaterThan(150);
  const wrong = endpoints.flatMap(({ where, said, reached }) => {
    const [file = "", method = ""] = where.split(" ");
    const path = file
      .replace(/^app(.*)\/route\.ts$/, "$1")
      .replaceAll("[", "{")
      .replaceAll("]", "}");
    const spec = ROUTES[path]?.[method as "GET"]?.spec;
    if (!spec) return [];
    const { errors: _, ...bare } = spec;
    const [described, implied] = [errorsOf(spec), errorsOf(bare)];
    return [
      ...[...reached]
        .filter((code) => isCode(code) && !described.includes(code) && !isGeneral(code) && !isNever(where, code))
        .map((code) => `add "${code}" to errors of ${where}`),
      ...said
        .filter((code) => (implied as string[]).includes(code))
        .map((code) => `remove "${code}" from errors of ${where}: its definition implies it`),
      ...said
        .filter((code) => !reached.has(code) && !isGeneral(code))
        .map((code) => `remove "${code}" from errors of ${where}: nothing throws it`),
    ];
  });
  expect(wrong).toEqual([]);
});

test("a verb of a front door says what it throws, besides what any verb may", () => {
  expect(verbs.length).toBeGreaterThan(100);
  const byName = Map.groupBy(verbs, ({ where }) => where.split(" ")[1]);
  const saidBy = ({ said, likes }: Thrower): string[] => [
    ...said,
    ...likes.flatMap((name) => byName.get(name) ?? []).flatMap((other) => other.said),
  ];
  const wrong = verbs.flatMap((verb) => {
    const said = saidBy(verb);
    const { where, reached } = verb;
    return [
      ...[...reached]
        .filter((code) => !said.includes(code) && !isGeneral(code) && !isNever(where, code))
        .map((code) => `the docstring of ${where} does not name ${code}`),
      ...verb.said
        .filter((code) => isCode(code) && !reached.has(code) && !isGeneral(code))
        .map((code) => `the docstring of ${where} names ${code}, which nothing throws`),
    ];
  });
  expect(wrong).toEqual([]);
});

test("every code is one that something answers with", () => {
  const texts = globSync(["{app,host}/**/*.ts", "lib/**/*.ts"])
    .filter((path) => !/-errors\.ts$/.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const unused = ERROR_CODES.filter((code) => !texts.includes(`"${code}"`));
  expect(unused, "throw these, or remove their records").toEqual([]);
});
