import { AppError } from "@/lib/platform/core/errors";

/** Least bytes that a call reserves; most answers are smaller. */
const MIN_SHARE_BYTES = 64 * 1024;
const MAX_KNOWN = 20_000;
const RETRY_SECONDS = 1;

export type Share = {
  /** The usual answer of its skill, as far as it is known. */
  expectedBytes: number;
  /** Makes room for an answer of that many bytes. */
  grow: (bytes: number) => void;
  end: () => void;
};

/**
 * Bounds the memory of the calls of one process. A call is admitted with room for the usual answer of its skill, so that a
 * refusal comes before its endpoint does any work.
 */
export function createAnswerBudget(budgetBytes: number) {
  let usedBytes = 0;
  const expectedBySkill = new Map<string, number>();
  const expect = (skill: string, answerBytes: number) => {
    const before = expectedBySkill.get(skill) ?? 0;
    expectedBySkill.delete(skill);
    // A decaying average: one large answer weighs on the next few calls.
    expectedBySkill.set(skill, Math.max(answerBytes, before / 2));
    if (expectedBySkill.size > MAX_KNOWN) expectedBySkill.delete(expectedBySkill.keys().next().value ?? "");
  };
  const take = (bytes: number) => {
    if (usedBytes + bytes > budgetBytes) throw exhausted();
    usedBytes += bytes;
  };
  return {
    usedBytes: () => usedBytes,
    /** Admits a call of a skill with a request of that many bytes. */
    admit(skill: string, requestBytes: number): Share {
      const expectedBytes = expectedBySkill.get(skill) ?? 0;
      let heldBytes = requestBytes + Math.max(MIN_SHARE_BYTES, expectedBytes);
      take(heldBytes);
      let answerBytes = 0;
      return {
        expectedBytes,
        grow: (bytes) => {
          answerBytes = bytes;
          const missing = requestBytes + bytes - heldBytes;
          if (missing <= 0) return;
          take(missing);
          heldBytes += missing;
        },
        end: () => {
          usedBytes -= heldBytes;
          heldBytes = 0;
          if (answerBytes > 0) expect(skill, answerBytes);
        },
      };
    },
  };
}

function exhausted(): AppError {
  return new AppError(
    "too_many_in_flight",
    "The marketplace is handling as many large responses as it can. Nothing was charged. Try again shortly.",
    { retryAfterSeconds: RETRY_SECONDS },
  );
}
