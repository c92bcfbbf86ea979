import { ApiError, isUndecided, keepsKey, newKey } from "@/lib/interfaces/client/api";
import { isOffline } from "@/lib/interfaces/client/session";

/** Retries of a write under an Idempotency-Key when its answer was lost. */
const MAX_RETRIES = 2;

/** Runs one write at a time and ignores calls while one runs. The caller shows failures. */
export function oneAtATime(): (write: () => Promise<unknown>) => Promise<void> {
  let isRunning = false;
  return async (write) => {
    if (isRunning) return;
    isRunning = true;
    await write().catch(() => {});
    isRunning = false;
  };
}

/** The Idempotency-Key of an intent: the same input has the same key until `end`. */
export function createIntent() {
  let intent: { input: string; key: string } | null = null;
  return {
    keyOf: (input: unknown): string => {
      const text = JSON.stringify(input) ?? "";
      if (intent?.input !== text) intent = { input: text, key: newKey() };
      return intent.key;
    },
    end: () => {
      intent = null;
    },
  };
}

/**
 * How a mutation sends an intent: it retries under the same key while the outcome is unknown, and uses a new key after
 * an answer.
 */
export function spendingOptions<Input, Data>(
  intent: ReturnType<typeof createIntent>,
  {
    send,
    onDone,
    isKeyed = true,
  }: {
    /** Whether the path honors the key; only then is a write retried automatically. */
    isKeyed?: boolean;
    send: (input: Input, idempotencyKey: string) => Promise<Data>;
    onDone?: (data: Data, input: Input) => void;
  },
) {
  return {
    mutationFn: (input: Input) => send(input, intent.keyOf(input)),
    retry: (failures: number, fault: unknown) =>
      isKeyed && failures < MAX_RETRIES && fault instanceof ApiError && isUndecided(fault) && !isOffline(),
    onSuccess: (answer: Data, input: Input) => {
      intent.end();
      onDone?.(answer, input);
    },
    onError: (fault: unknown) => {
      if (!keepsKey(fault)) intent.end();
    },
  };
}
