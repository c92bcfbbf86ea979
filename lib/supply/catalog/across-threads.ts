/** The catalogue of one thread for another, so that a process has it once. */
import type { MessagePort } from "node:worker_threads";
import { log } from "@/lib/platform/core/log";
import { type Answering, ask, stillReading } from "@/lib/supply/catalog/following";
import type { Answer, Question } from "@/lib/supply/catalog/memory";

type Asked = { id: number; question: Question; generation: number | undefined };
/** Without an answer, the catalogue could not be read. */
type Answered = { id: number; answer?: Answer };

/** Answers what the other end asks. */
export function answerOver(port: MessagePort): void {
  port.on("message", async ({ id, question, generation }: Asked) => {
    const reader = generation === undefined ? null : { catalogGeneration: String(generation) };
    const answered: Answered = { id };
    try {
      answered.answer = await ask(question, reader);
    } catch (error) {
      log.warn({ err: error }, "a page could not read the catalogue");
    }
    port.postMessage(answered);
  });
  port.unref();
}

/** Asks the other end. */
export function askOver(port: MessagePort): Answering {
  const waiting = new Map<number, (answered: Answered) => void>();
  let last = 0;
  port.on("message", (answered: Answered) => {
    waiting.get(answered.id)?.(answered);
    waiting.delete(answered.id);
  });
  port.unref();
  return {
    ask: async (question, generation) => {
      const id = ++last;
      const { promise, resolve } = Promise.withResolvers<Answered>();
      waiting.set(id, resolve);
      port.postMessage({ id, question, generation } satisfies Asked);
      const { answer } = await promise;
      if (!answer) throw stillReading();
      return answer;
    },
  };
}
