import { spawnSync } from "node:child_process";
import { transformSync } from "esbuild";
import { describe, expect, test } from "vitest";
import { SNIPPET_LANGUAGES, snippetsOf } from "@/app/(market)/skills/[slug]/_components/snippets";
import { PAYLOADS } from "@/tests/support/payloads";

const OFFER = {
  base: "https://market.example.com",
  slug: "text-statistics",
  tool: null,
  canRun: true,
  canDownload: true,
  maxPrice: 0.02,
};
const PARAMETERS = {
  ...Object.fromEntries(PAYLOADS.map((payload, at) => [`p${at} ${payload}`, payload])),
  nested: { list: [1, -0.5, true, false, null, { 'a "key"': "ü€😀 $HOME `id` $(id)\n\t\\" }] },
};
const codeOf = (language: (typeof SNIPPET_LANGUAGES)[number]) => snippetsOf(language, OFFER, PARAMETERS)[0]?.code ?? "";

describe("code that uses a skill sends the parameters to the letter", () => {
  test("as a shell reads it", () => {
    const script = `curl() { for last; do :; done; printf %s "$last"; }\n${codeOf("curl")}`;
    const { stdout, status } = spawnSync("sh", ["-c", script], { encoding: "utf8" });
    expect([status, JSON.parse(stdout)]).toEqual([0, PARAMETERS]);
  });

  test("as TypeScript reads it", async () => {
    const { code } = transformSync(codeOf("typescript"), { loader: "ts", target: "node24" });
    const sent: unknown[] = [];
    const fetched = async (_: string, { body }: { body: string }) => {
      sent.push(JSON.parse(body));
      return Response.json({});
    };
    await new Function("fetch", `return (async () => {${code}})()`)(fetched);
    expect(sent).toEqual([PARAMETERS]);
  });

  test("as Python reads it", () => {
    const stub = `import json, os, sys, types
os.environ["SKILLS_API_KEY"] = "a key"
class Response:
    def raise_for_status(self): pass
    def json(self): return {"result": 1}
def post(url, headers, json):
    sys.stdout.write(dumps(json))
    return Response()
dumps = json.dumps
requests = types.ModuleType("requests")
requests.post = post
sys.modules["requests"] = requests
`;
    const { stdout, stderr, status } = spawnSync("python3", ["-"], {
      input: `${stub}\n${codeOf("python")}`,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toEqual(PARAMETERS);
  });

  test("as the tool's arguments", () => {
    const call = snippetsOf("mcp", OFFER, PARAMETERS)[1]?.code ?? "";
    expect(JSON.parse(call)).toEqual({ slug: OFFER.slug, parameters: PARAMETERS, max_price: 0.02 });
  });

  test("and never agrees to more than the price that it was made for; a subscription's calls have none", () => {
    const codes = (maxPrice: number | null) =>
      SNIPPET_LANGUAGES.flatMap((language) => snippetsOf(language, { ...OFFER, maxPrice }, {}))
        .map(({ code }) => code)
        .filter((code) => !code.startsWith("claude mcp add"));
    for (const code of codes(0.02)) expect(code).toMatch(/\?max_price=0\.02"|"max_price": 0\.02/);
    for (const code of codes(0)) expect(code).toMatch(/\?max_price=0"|"max_price": 0/);
    // The tool requires one: a subscription's call costs nothing but a renewal that is due.
    for (const code of codes(null)) expect(code).not.toMatch(/max_price=|"max_price": (?!0\b)/);
  });

  test("what is only downloaded has no code that runs it, and no tool", () => {
    const offer = { ...OFFER, canRun: false };
    const codes = SNIPPET_LANGUAGES.map((language) => snippetsOf(language, offer, {}));
    expect(codes.map((snippets) => snippets.map(({ label }) => label))).toEqual([
      ["Download"],
      ["Download"],
      ["Download"],
      [],
    ]);
  });
});
