const outgoing = new WeakMap<Request, Outgoing>();

type Outgoing = { writableFinished: boolean; once: (event: "close", listen: () => void) => unknown };

/** Remembers the answer of a request, whose connection the host knows. */
export function rememberOutgoing(request: Request, answer: Outgoing): void {
  outgoing.set(request, answer);
}

/** A signal that aborts when the client closes the connection before its answer is complete; undefined where no host knows the connection. */
export function whenClosed(request: Request): AbortSignal | undefined {
  const answer = outgoing.get(request);
  if (!answer) return undefined;
  const closed = new AbortController();
  answer.once("close", () => {
    if (!answer.writableFinished) closed.abort();
  });
  return closed.signal;
}
