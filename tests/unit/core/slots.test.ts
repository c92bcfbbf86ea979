import { expect, test } from "vitest";
import { createSlots } from "@/lib/platform/jobs/slots";

test("an item whose share is freed while the claim is read is claimed by the same run", async () => {
  const run = createSlots<{ id: string }>({ job: "test", slots: 4, idOf: ({ id }) => id });
  let endFirst = (_: boolean) => {};
  const due = [{ id: "first" }, { id: "second" }];
  const done = await run({
    claim: async (_, taken) => {
      // One of an account at a time; the first ends while the database still answers for it.
      const isTaken = taken.length > 0;
      if (isTaken) {
        endFirst(true);
        await new Promise((resolve) => setTimeout(resolve));
      }
      return isTaken ? [] : due.splice(0, 1);
    },
    work: ({ id }) => (id === "first" ? new Promise((resolve) => (endFirst = resolve)) : Promise.resolve(true)),
  });
  expect([done, due]).toEqual([2, []]);
});
