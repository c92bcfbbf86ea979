const waiting: (() => void)[] = [];

/**
 * Resolves when it is the caller's turn to do a piece of long work: one piece of all of them in each round of the event loop, so that
 * small requests are served in between, however many large ones there are.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(next);
}
