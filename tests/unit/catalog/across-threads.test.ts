import { MessageChannel } from "node:worker_threads";
import { afterAll, expect, test } from "vitest";
import { AppError } from "@/lib/platform/core/errors";
import { answerOver, askOver } from "@/lib/supply/catalog/across-threads";
import { askAt } from "@/lib/supply/catalog/following";
import type { Answer } from "@/lib/supply/catalog/memory";

const { port1, port2 } = new MessageChannel();
afterAll(() => port1.close());

test("another thread's questions get their own answers, with the generation of their reader, and refusals stay refusals", async () => {
  const asked: unknown[] = [];
  askAt({
    ask: async (question, generation) => {
      asked.push([question.totals?.search, generation]);
      if (question.totals?.search === "none") throw new Error("the database is gone");
      // The first comes back last.
      await new Promise((resolve) => setTimeout(resolve, question.totals?.search === "first" ? 20 : 0));
      return {
        categories: [],
        page: null,
        near: [],
        totals: [{ category: question.totals?.search ?? "", traits: 0, count: 1 }],
      };
    },
  });
  answerOver(port1);
  const other = askOver(port2);
  const of = async (answer: Promise<Answer>) => (await answer).totals[0]?.category;
  expect(
    await Promise.all([
      of(other.ask({ totals: { search: "first" } }, 7)),
      of(other.ask({ totals: { search: "second" } })),
    ]),
  ).toEqual(["first", "second"]);
  expect(asked).toEqual([
    ["first", 7],
    ["second", undefined],
  ]);
  const refused = await other.ask({ totals: { search: "none" } }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(AppError);
  expect(refused).toMatchObject({ code: "unavailable", retryAfterSeconds: 2 });
});
