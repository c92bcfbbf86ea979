/** How clients wait for a product that can't answer just now. */
import { setTimeout as wait } from "node:timers/promises";
import type { Answer } from "@/tests/support/api";

const RETRY_MS = 150;
const PATIENCE_MS = 60_000;

/** Repeats a request while the product says that it can't answer yet. */
export async function untilAnswered(ask: () => Promise<Answer>): Promise<Answer> {
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    let failure: unknown;
    const answer = await ask().catch((error) => {
      failure = error;
      return null;
    });
    const isOpen = answer === null || answer.status === 503 || answer.body.error?.code === "idempotency_in_progress";
    if (!isOpen) return answer;
    if (Date.now() > until) throw new Error(`still unanswered: ${answer?.text ?? failure}`);
    await wait(RETRY_MS);
  }
}

/** Repeats a request that the product refused as too busy, of which no rule says when: that is the machine's affair. */
export async function whenNotBusy(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = await ask();
  return answer.status === 503 ? untilAnswered(ask) : answer;
}
