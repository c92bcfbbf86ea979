import { Refusal } from "@/dev/sandbox/refusal";
import type { Sandbox } from "@/dev/sandbox/sandbox";
import { toWire } from "@/dev/sandbox/store";
import { failure } from "@/dev/sandbox/stripe-form";

/** A call as its handler sees it; `account` is the connected account that it is made for. */
export type Call = { sandbox: Sandbox; form: URLSearchParams; url: URL; account: string };
/** Answers a call about the `id` of its path; `undefined` is a 404. */
export type Handler = (call: Call, id: string) => Response | object | undefined;
export type Handlers = [RegExp, Handler][];

/** The amount of a form, in cents. Throws Refusal for anything but a positive whole number. */
export function centsOf(form: URLSearchParams): number {
  const amount = Number(form.get("amount"));
  if (!Number.isInteger(amount) || amount <= 0) throw new Refusal("parameter_invalid_integer", "Invalid amount.");
  return amount;
}

/** Answers a call by the first handler of its path, or null without one. A repeated Idempotency-Key repeats its answer. */
export async function dispatch(handlers: Handlers, sandbox: Sandbox, request: Request): Promise<Response | null> {
  const url = new URL(request.url);
  const path = `${request.method} ${url.pathname}`;
  const found = handlers.map(([form, handle]) => ({ match: form.exec(path), handle })).find(({ match }) => match);
  if (!found?.match) return null;
  const call = {
    sandbox,
    url,
    form: new URLSearchParams(request.method === "POST" ? await request.text() : ""),
    account: request.headers.get("stripe-account") ?? "",
  };
  const key = request.headers.get("idempotency-key");
  const place = key && `${url.pathname} ${key}`;
  const known = place ? sandbox.books.repeatable[place] : undefined;
  if (known) return Response.json(known.body, { status: known.status });
  const answer = respond(() => found.handle(call, found.match?.[1] ?? ""));
  if (answer instanceof Response) return answer;
  const sent = { status: answer.status, body: toWire(answer.body) };
  if (place) sandbox.books.repeatable[place] = sent;
  sandbox.save();
  return Response.json(sent.body, { status: sent.status });
}

function respond(work: () => Response | object | undefined): Response | { status: number; body: object } {
  try {
    const answer = work();
    if (answer === undefined) return failure(404, "No such resource.", undefined, "resource_missing");
    return answer instanceof Response ? answer : { status: 200, body: answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, status, more } = error;
    const type = status === 402 ? "card_error" : "invalid_request_error";
    return { status, body: { error: { type, code, message, ...more } } };
  }
}
