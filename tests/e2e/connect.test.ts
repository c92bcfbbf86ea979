import { auth, Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "@playwright/test";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { DEMO } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady } from "@/tests/e2e/ready";
import { REDIRECT, TestProgram } from "@/tests/support/connecting";

test.describe("connecting a program", () => {
  // The page sends the browser back to the program.
  test.use({ expectedProblems: /^foreign: http:\/\/127\.0\.0\.1:8123\/callback/ });

  test("a person chooses a skill by search, a monthly cap and an end; the official client gets no more", async ({
    visit,
  }) => {
    const page = await visit(DEMO);
    await page.route(`${REDIRECT}*`, (route) => route.fulfill({ body: "Connected" }));
    const [program, serverUrl] = [new TestProgram(), `${product.url}/mcp`];
    program.clientMetadata.client_name = `Agent ${Date.now()}`;
    expect(await auth(program, { serverUrl })).toBe("REDIRECT");

    await openReady(page, String(program.asked));
    await page.getByRole("radio", { name: "Only skills that I choose" }).click();
    const search = page.getByLabel("Find a skill");
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    // No skill is chosen: nothing is sent, since an empty list would mean all.
    const message = () => search.evaluate((field: HTMLInputElement) => field.validationMessage);
    expect(await message()).toMatch(/^Choose at least one skill/);
    await search.fill("text statistics");
    await page.getByRole("checkbox", { name: "Text statistics", exact: true }).click();
    await page.getByRole("button", { name: "Remove Text statistics" }).waitFor();
    expect(await message()).toBe("");
    await page.getByLabel("At most (USD)").fill("2");
    await page.getByLabel("Every").selectOption("month");
    await page.getByLabel("Until").selectOption("7");
    await page.setViewportSize({ width: 390, height: 844 });
    // Long descriptions are cut, and widen nothing.
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(await findings(page, { within: "main" })).toEqual([]);
    const [request] = await Promise.all([
      page.waitForRequest(`${REDIRECT}*`),
      page.getByRole("button", { name: "Connect", exact: true }).click(),
    ]);
    const back = new URL(request.url()).searchParams;
    const granted = { authorizationCode: back.get("code") ?? "", iss: back.get("iss") ?? "" };
    expect(await auth(program, { serverUrl, ...granted })).toBe("AUTHORIZED");

    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(serverUrl), { authProvider: program }));
    const run = async (slug: string, parameters: object) => {
      const answer = await client.callTool({
        name: "execute_skill",
        arguments: { slug, parameters, max_price: 0.1 },
      });
      const [first] = answer.content as { text: string }[];
      return answer.isError ? (first?.text.split(":")[0] ?? "") : "done";
    };
    expect(await run("text-statistics", { text: "One two." })).toBe("done");
    expect(await run("slug-maker", { text: "One two." })).toBe("key_scope");
    await client.close();

    await openReady(page, "/keys");
    const row = page.getByRole("row", { name: new RegExp(program.clientMetadata.client_name) });
    await expect(row).toContainText("connected program");
    await expect(row).toContainText("only text-statistics");
    await expect(row).toContainText("of $2 per month");
  });

  test("Refuse sends the browser back with access_denied and makes no key", async ({ visit }) => {
    const page = await visit(DEMO);
    await page.route(`${REDIRECT}*`, (route) => route.fulfill({ body: "Refused" }));
    const program = new TestProgram();
    program.clientMetadata.client_name = `Refused ${Date.now()}`;
    await auth(program, { serverUrl: `${product.url}/mcp` });
    await openReady(page, String(program.asked));
    const [request] = await Promise.all([
      page.waitForRequest(`${REDIRECT}*`),
      page.getByRole("button", { name: "Refuse" }).click(),
    ]);
    expect(new URL(request.url()).searchParams.get("error")).toBe("access_denied");
    await openReady(page, "/keys");
    expect(await page.getByRole("row", { name: new RegExp(program.clientMetadata.client_name) }).count()).toBe(0);
  });
});
