import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { sendEvent, startProcessor } from "@/tests/support/payments";
import { unique } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
beforeAll(async () => {
  processor = await startProcessor();
});
afterAll(() => processor.close());

const complete = () => ({
  id: `evt_${unique()}`,
  object: "event",
  type: "charge.succeeded",
  created: Math.floor(Date.now() / 1000),
  livemode: false,
  data: { object: { id: "ch_1", object: "charge" } },
});
const without = (...fields: string[]) =>
  Object.fromEntries(Object.entries(complete()).filter(([name]) => !fields.includes(name)));
const thin = () => ({
  id: `evt_${unique()}`,
  object: "v2.core.event",
  type: "v1.billing.meter.error_report_triggered",
  livemode: false,
  created: new Date().toISOString(),
  related_object: { id: "mtr_1", type: "billing.meter", url: "/v1/billing/meters/mtr_1" },
});

describe("a signed event that is no complete snapshot is refused with the reason, and not stored", () => {
  test.each([
    ["a thin event", thin(), /thin event.*snapshot/],
    ["no id", without("id"), /Missing or wrong: id\./],
    ["no data", without("data"), /Missing or wrong: data\./],
    ["data without an object", { ...complete(), data: {} }, /Missing or wrong: data\.object\./],
    ["neither id nor data", without("id", "data"), /Missing or wrong: id, data\./],
    ["no event", [1], /Missing or wrong: event\./],
    ["null", "null", /Missing or wrong: event\./],
    ["no JSON", "{", /not valid JSON/],
    ["nothing", "", /not valid JSON/],
  ])("%s", async (_, event, reason) => {
    const before = await prisma().paymentEvent.count();
    const { status, body } = await sendEvent(event);
    expect([status, body.error.code]).toEqual([400, "event_refused"]);
    expect(body.error.message).toMatch(reason);
    expect(await prisma().paymentEvent.count()).toBe(before);
  });

  test("a complete one is received", async () => {
    expect((await sendEvent(complete())).status).toBe(200);
  });

  test("one with NUL in texts and names of fields is received and stored without it", async () => {
    const event = {
      ...complete(),
      data: { object: { id: "ch_1", object: "charge", description: "a\0b", metadata: { "c\0d": "\0" } } },
    };
    expect((await sendEvent(event)).status).toBe(200);
    const { payload } = await prisma().paymentEvent.findUniqueOrThrow({ where: { id: event.id } });
    expect(payload).toMatchObject({
      data: { object: { description: "a\uFFFDb", metadata: { "c\uFFFDd": "\uFFFD" } } },
    });
  });

  test("an unsigned one is called unsigned, whatever it carries", async () => {
    for (const event of [thin(), complete(), "{"]) {
      const { status, body } = await sendEvent(event, { secret: "whsec_other" });
      expect([status, body.error.code]).toEqual([400, "invalid_signature"]);
    }
  });
});
