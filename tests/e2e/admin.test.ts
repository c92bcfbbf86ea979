import { expect } from "@playwright/test";
import { act } from "@/tests/e2e/act";
import { approveAsked, confirmAsked } from "@/tests/e2e/approving";
import { findings } from "@/tests/e2e/findings";
import { test } from "@/tests/e2e/fixtures";
import { ADMIN } from "@/tests/e2e/people";
import { product } from "@/tests/e2e/product";
import { openReady, ready } from "@/tests/e2e/ready";
import { picture } from "@/tests/e2e/screenshots";

const PASSWORD = "a long password";

let count = 0;
/** A word that nothing else on this marketplace contains. */
const mark = () => `mark${Date.now().toString(36)}${++count}`;

async function api<T>(method: string, path: string, { key, body }: { key?: string; body?: object }): Promise<T> {
  const answer = await fetch(product.url + path, {
    method,
    headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([method, path, answer.status]).toEqual([method, path, 200]);
  return answer.json() as Promise<T>;
}

type Person = { id: string; email: string; password: string; key: string };

async function registered(name: string): Promise<Person> {
  const email = `${mark()}@example.com`;
  const { account, api_key } = await api<{ account: { id: string }; api_key: string }>("POST", "/v1/auth/register", {
    body: { email, password: PASSWORD, name },
  });
  return { id: account.id, email, password: PASSWORD, key: api_key };
}

/** Skills of somebody that wait for review, named so that a search finds exactly these, oldest first. */
async function waiting(by: Person, names: string[]): Promise<{ id: string; slug: string; name: string }[]> {
  const skills = [];
  for (const name of names) {
    skills.push(
      await api<{ id: string; slug: string; name: string }>("POST", "/v1/developer/skills", {
        key: by.key,
        body: {
          slug: mark(),
          name,
          description: "Counts the words of a text.",
          category: "writing",
          pricing_type: "usage",
          price_per_call: 0.01,
          api_endpoint: "http://demo-provider.localhost/text-statistics",
          api_schema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
          submit: true,
        },
      }),
    );
  }
  return skills;
}

const at = (path: string) => product.url + path;

test.describe("administrators", () => {
  test("review five skills without a mouse: move, approve, reject with a reason", async ({ visit }) => {
    const developer = await registered("Developer");
    const word = mark();
    const skills = await waiting(
      developer,
      [1, 2, 3, 4, 5].map((number) => `${word} ${number}`),
    );
    const page = await visit(ADMIN);
    await openReady(page, `/admin/queue?search=${word}`);
    const shows = async (number: number) => {
      await page.getByRole("heading", { level: 2, name: new RegExp(`^${word} ${number}`) }).waitFor();
      // The keys work once the page's scripts run, as for anybody who presses them.
      await ready(page);
    };
    await shows(1);
    await page.keyboard.press("j");
    await shows(2);
    await page.keyboard.press("j");
    await shows(3);
    await page.keyboard.press("k");
    await shows(2);
    await page.keyboard.press("k");
    await shows(1);
    for (const number of [1, 2]) {
      await shows(number);
      await page.getByRole("button", { name: /^Approve/ }).waitFor();
      // A second press must not reach the skill that comes next.
      await page.keyboard.press("a");
      await page.keyboard.press("a");
      await confirmAsked(page);
      await shows(number + 1);
    }
    for (const number of [3, 4, 5]) {
      await shows(number);
      await page.getByRole("button", { name: /^Approve/ }).waitFor();
      await page.keyboard.press("r");
      await page.keyboard.press("Control+Enter");
      await page.getByText("a rejection needs a reason").waitFor();
      await page.keyboard.type("Say what it counts: words, or signs.");
      await page.keyboard.press("Control+Enter");
      if (number < 5) await shows(number + 1);
    }
    // Both approvals are sent by themselves.
    await page.getByText("No submissions to review").waitFor();
    const states = await Promise.all(
      skills.map(({ id }) =>
        api<{ status: string; rejection_reason: string | null }>("GET", `/v1/developer/skills/${id}`, {
          key: developer.key,
        }),
      ),
    );
    expect(states.map(({ status }) => status)).toEqual(["approved", "approved", "rejected", "rejected", "rejected"]);
    expect(states[4]?.rejection_reason).toBe("Say what it counts: words, or signs.");
  });

  test("two administrators on one skill: the slower one sees the decision, and continues", async ({ visit }) => {
    const [developer, colleague] = [await registered("Developer"), await registered("Colleague")];
    const word = mark();
    await waiting(developer, [`${word} first`, `${word} second`]);
    const page = await visit(ADMIN);
    await openReady(page, `/admin/accounts/${colleague.id}`);
    await act(page, "Make administrator", "Joins us.");
    await page.getByText("administrator", { exact: true }).waitFor();
    const other = await visit(colleague);
    await Promise.all([
      openReady(page, `/admin/queue?search=${word}`),
      openReady(other, `/admin/queue?search=${word}`),
    ]);
    await page.getByRole("button", { name: /^Approve/ }).waitFor();
    await other.getByRole("button", { name: /^Approve/ }).waitFor();
    for (const opened of [page, other]) await ready(opened);
    await page.keyboard.press("a");
    await approveAsked(page);
    await page.getByRole("heading", { level: 2, name: new RegExp(`^${word} second`) }).waitFor();
    await other.keyboard.press("r");
    await other.keyboard.type("I do not like it.");
    await other.keyboard.press("Control+Enter");
    await other.getByText("Another administrator decided first.").waitFor();
    await expect(other.getByRole("button", { name: /^Approve/ })).toBeDisabled();
    await other.getByRole("button", { name: "Next skill" }).click();
    await other.getByRole("heading", { level: 2, name: new RegExp(`^${word} second`) }).waitFor();
  });

  test("an edit of a live skill is reviewed by its differences, with a live call of its endpoint", async ({
    visit,
  }) => {
    const developer = await registered("Developer");
    const [skill] = await waiting(developer, [`${mark()} counter`]);
    const page = await visit(ADMIN);
    await openReady(page, `/admin/queue?skill=${skill?.id}`);
    await page.getByRole("button", { name: "Call the endpoint" }).click();
    await page.getByText("Works", { exact: true }).waitFor();
    await picture(page, "admin-review-probed", { fullPage: true });
    await page.locator("#approve").click();
    // An endpoint that was called has nothing to acknowledge.
    await page.getByRole("alertdialog").getByRole("button", { name: "Approve", exact: true }).waitFor();
    await expect(page.getByRole("alertdialog").getByRole("checkbox")).toHaveCount(0);
    await approveAsked(page);
    await page.waitForURL((url) => !url.search.includes(skill?.id ?? "?"));
    await api("PATCH", `/v1/developer/skills/${skill?.id}`, {
      key: developer.key,
      body: { description: "Counts the signs of a text.", price_per_call: 0.02 },
    });
    await openReady(page, `/admin/queue?skill=${skill?.id}`);
    await page.getByText("Changes since revision 1, approved").waitFor();
    await page.locator("del", { hasText: "words" }).waitFor();
    await page.locator("ins", { hasText: "signs" }).waitFor();
    await page.getByText("$0.01 per call → $0.02 per call").waitFor();
    await picture(page, "admin-review-edit", { fullPage: true });
    expect(await findings(page)).toEqual([]);
  });

  test("suspend an account and give credits; its key stops, and the log says who and why", async ({ visit }) => {
    const someone = await registered("Somebody");
    const page = await visit(ADMIN);
    await openReady(page, "/admin/accounts");
    await page.getByLabel("Email, name or id").fill(someone.email);
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("link", { name: someone.email }).click();
    await act(page, "Add to balance", "Sorry for the outage.", "2.5");
    await page.getByText("account.credit").waitFor();
    expect((await api<{ available: number }>("GET", "/v1/balance", { key: someone.key })).available).toBe(2.5);
    await act(page, "Suspend", "Sells stolen keys.");
    await page.getByText("account.suspend").waitFor();
    const refused = await fetch(at("/v1/balance"), { headers: { authorization: `Bearer ${someone.key}` } });
    expect(refused.status).toBe(401);
    await openReady(page, `/admin/audit?subject=${someone.email}`);
    const log = page.getByRole("table", { name: "Audit log" });
    await expect(log).toHaveText(/account\.suspend[\s\S]*Sells stolen keys[\s\S]*account\.credit/);
    await openReady(page, `/admin/accounts/${someone.id}`);
    await act(page, "Unsuspend", "A mistake.");
    await page.getByText("account.unsuspend").waitFor();
    expect((await api<{ available: number }>("GET", "/v1/balance", { key: someone.key })).available).toBe(2.5);
  });

  test("a report leads from the skill's page to triage, the skill leaves, and its reporter reads the outcome", async ({
    visit,
  }) => {
    const [developer, reporter] = [await registered("Developer"), await registered("Reporter")];
    const word = mark();
    const [skill] = await waiting(developer, [`${word} tool`]);
    const admin = await visit(ADMIN);
    await openReady(admin, `/admin/queue?search=${word}`);
    await admin.locator("#approve").click();
    await approveAsked(admin);
    await admin.getByText("No submissions to review").waitFor();
    const page = await visit(reporter);
    await openReady(page, `/skills/${skill?.slug}`);
    await page.getByRole("button", { name: "Report this skill" }).click();
    await page.getByLabel("What is wrong?").selectOption("malware");
    await page.getByLabel("What happens, and how can we see it?").fill("It mines coins.");
    expect(await findings(page, { within: "[role=dialog]" })).toEqual([]);
    await page.getByRole("button", { name: "Send report" }).click();
    await page.getByText("An administrator will look at it.").waitFor();
    await openReady(admin, `/admin/reports?skill=${skill?.slug}`);
    const card = admin.getByRole("article", { name: `Report of ${skill?.name}` });
    await card.getByText("It mines coins.").waitFor();
    await card.getByLabel("Note").fill("It does mine coins.");
    await card.getByRole("button", { name: "Suspend skill" }).click();
    await admin.getByText("Running purchases end, and buyers get the unused part back.").waitFor();
    await admin.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
    await admin.getByText("No open reports").waitFor();
    expect(
      (await fetch(at(`/v1/skills/${skill?.slug}`), { headers: { authorization: `Bearer ${reporter.key}` } })).status,
    ).toBe(404);
    await openReady(page, "/reports");
    await page.getByText("taken off the marketplace").waitFor();
    await openReady(admin, `/admin/queue?skill=${skill?.id}`);
    await act(admin, "Unsuspend", "The developer has removed it.");
    await admin.getByText("live", { exact: true }).first().waitFor();
  });

  test("refund a purchase after seeing who gives up what", async ({ visit }) => {
    const buyer = await registered("Buyer");
    const page = await visit(ADMIN);
    const given = await page.request.post(at(`/v1/admin/accounts/${buyer.id}/credits`), {
      headers: { origin: product.url },
      data: { amount: 5, reason: "To buy." },
    });
    expect(given.status()).toBe(200);
    await api("POST", "/v1/skills/cron-explained/purchase", { key: buyer.key, body: {} });
    await openReady(page, `/admin/purchases?search=${buyer.email}`);
    await page.getByRole("table", { name: "Purchases" }).getByRole("link").first().click();
    await page.getByRole("radio", { name: /The whole last term/ }).check();
    await page.getByLabel(/^Reason/).fill("It never worked.");
    await picture(page, "admin-refund", { fullPage: true });
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: /^Refund/ }).click();
    await page.getByText(/^Returned: \$[\d.]+/).waitFor();
    await openReady(page, "/admin/system");
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText(/by Demo administrator/).waitFor();
    expect(await page.getByText("holds", { exact: true }).count()).toBeGreaterThan(8);
  });
});

test("admin pages are a 404 for everyone else", async ({ visit }) => {
  const page = await visit(await registered("Somebody"));
  for (const path of [
    "",
    "/queue",
    "/accounts",
    "/purchases",
    "/payments",
    "/disputes",
    "/payouts",
    "/payout-accounts",
    "/safety",
    "/settings",
    "/reports",
    "/audit",
    "/system",
  ])
    expect((await page.goto(`/admin${path}`))?.status()).toBe(404);
});
