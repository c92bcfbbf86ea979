import type { z } from "zod";
import { clientAddress, loggedAddress } from "@/lib/interfaces/http/address";
import {
  type Answer,
  errorResponse,
  jsonAnswer,
  revalidatedAnswer,
  secured,
  toAnswer,
  toResponse,
} from "@/lib/interfaces/http/answer";
import { MAX_FIELDS_BYTES } from "@/lib/interfaces/http/body";
import { payerOf, withJson } from "@/lib/interfaces/http/charged-body";
import { shareWithPages } from "@/lib/interfaces/http/cors";
import type { Exchange, PathParams } from "@/lib/interfaces/http/exchange";
import { identify, requireAccess } from "@/lib/interfaces/http/gate";
import { parseInput } from "@/lib/interfaces/http/input";
import { negotiated } from "@/lib/interfaces/http/negotiation";
import { pageLinks } from "@/lib/interfaces/http/page-links";
import { asAsked } from "@/lib/interfaces/http/problem";
import { inRequest } from "@/lib/interfaces/http/request-id";
import { bodyOf, textOf } from "@/lib/interfaces/http/result";
import type { Access, EndpointSpec } from "@/lib/interfaces/http/spec";
import { requireRead } from "@/lib/interfaces/http/unread";
import { challengeOf } from "@/lib/interfaces/http/well-known";
import type { Caller } from "@/lib/platform/core/caller";
import { invalid, notFound } from "@/lib/platform/core/errors";
import { isStorable } from "@/lib/platform/core/fields";
import { log } from "@/lib/platform/core/log";
import { prefersAsync } from "@/lib/platform/core/request-headers";
import { noteOnSpan } from "@/lib/platform/core/trace";
import { heavyRead } from "@/lib/platform/ratelimit/heavy-reads";
import {
  type Claim,
  claim,
  complete,
  countStored,
  idempotencyKeyOf,
  settleClaim,
} from "@/lib/platform/ratelimit/idempotency";
import * as ratelimit from "@/lib/platform/ratelimit/service";

const MAX_SHALLOW_OFFSET = 1_000;

type Schema = z.ZodType;
type Parsed<S> = S extends Schema ? z.output<S> : undefined;

export type Handled<C, P, Q, B> = {
  caller: C;
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  request: Request;
  address: string;
  requestId: string;
  /** The claimed Idempotency-Key, for services that store the answer in their own transaction. */
  claimed: Claim | null;
};

type AnyInput = Omit<Handled<Caller | null, unknown, unknown, unknown>, "params" | "query" | "body"> & {
  params: unknown;
  query: unknown;
  body: unknown;
};

type CallerFor<A extends Access> = A extends "public" ? null : A extends "catalog" ? Caller | null : Caller;
type RouteContext = { params: Promise<PathParams> };

/** A route handler over the web's own Request and Response, with its description; `answer` is for hosts. */
export type Endpoint<P = unknown, Q = unknown, B = unknown, R = unknown> = ((
  request: Request,
  context: RouteContext,
) => Promise<Response>) & {
  spec: EndpointSpec<P, Q, B, R>;
  answer: (request: Request, params: PathParams) => Promise<Answer>;
};

/**
 * Makes a route handler: authenticates, rate-limits, parses the input, runs one service call, parses the result,
 * answers. It has the API's only `catch`, which turns every error into an API error.
 */
export function endpoint<A extends Access, P = undefined, Q = undefined, B = undefined, R = undefined>(
  spec: EndpointSpec<P, Q, B, R> & { access: A },
  handler: (
    input: Handled<CallerFor<A>, P, Q, B>,
  ) => Promise<R extends Schema ? z.input<R> | Response : Response | Answer> | Response | Answer,
): Endpoint<P, Q, B, R> {
  const run = handler as (input: AnyInput) => Promise<unknown>;
  const serve = async (request: Request, params: PathParams, requestId: string, isCompressed: boolean) => {
    const exchange: Exchange = {
      request,
      url: new URL(request.url),
      params,
      requestId,
      startedAt: performance.now(),
      limit: null,
      claimed: null,
      caller: null,
      cookie: null,
    };
    let answered: Answer;
    try {
      answered = await attempt(spec as EndpointSpec, run, exchange);
    } catch (error) {
      answered = await refuse(exchange, error);
    }
    if (exchange.claimed) countStored(exchange.claimed);
    answered = await negotiated(request, asAsked(request, answered), isCompressed);
    if (exchange.cookie) answered.headers["set-cookie"] = exchange.cookie;
    describeSpan(exchange);
    logExchange(exchange, answered.status);
    answered.owner = ownerOf(exchange);
    return shareWithPages(request, secured(answered, exchange));
  };
  const answer = (request: Request, params: PathParams, isCompressed = true) =>
    inRequest(request.headers.get("x-request-id"), (id) => serve(request, params, id, isCompressed));
  // Next would compress responses that are compressed already.
  const route = async (request: Request, { params }: RouteContext) =>
    toResponse(await answer(request, await params, false));
  return Object.assign(route, { spec, answer });
}

const ownerOf = ({ caller, request }: Exchange) => caller?.accountId ?? clientAddress(request);

async function attempt(
  spec: EndpointSpec,
  run: (input: AnyInput) => Promise<unknown>,
  exchange: Exchange,
): Promise<Answer> {
  const { request } = exchange;
  const address = clientAddress(request);
  const identified = await identify(spec, exchange, address);
  // A copy: requests of one key that arrive together share what identifies it.
  const caller = identified && {
    ...identified,
    requestId: exchange.requestId,
    approval: request.headers.get("approval"),
  };
  exchange.caller = caller;
  requireAccess(spec, caller, exchange);
  if (spec.throttled !== false) requireRead(ownerOf(exchange));
  if (spec.limit && caller) await spend(spec.limit, caller.accountId, exchange);
  const input = inputOf(spec, exchange, address);
  if (spec.attempts) await ratelimit.countAttempt(spec.attempts, [], address);
  if (spec.body === undefined || isUpload(spec, request)) return perform(spec, run, exchange, { input });
  const { maxBodyBytes: maxBytes = MAX_FIELDS_BYTES, body: schema } = spec;
  return withJson(
    request,
    { maxBytes, payer: payerOf(caller, address) },
    (raw) => parseInput(schema as Schema, raw),
    (body, raw) => perform(spec, run, exchange, { input: { ...input, body }, raw }),
  );
}

/** Runs the handler with its input, once for each Idempotency-Key, and makes the answer. */
async function perform(
  spec: EndpointSpec,
  run: (input: AnyInput) => Promise<unknown>,
  exchange: Exchange,
  { input, raw }: { input: AnyInput; raw?: unknown },
): Promise<Answer> {
  const { request, caller } = exchange;
  if (caller) await spec.allows?.(caller, input.params as never);
  const replay = spec.idempotent && caller ? await claimKey(spec, exchange, caller, raw) : null;
  if (replay) return replay;
  const work = () => run({ ...input, claimed: exchange.claimed });
  const result = isDeep(input.query) ? await heavyRead(ownerOf(exchange), work) : await work();
  if (result instanceof Response) return toAnswer(result);
  if (!spec.result) return result as Answer;
  if (isReadMethod(request)) return readAnswer(spec, result, exchange.url);
  const text = textOf(spec.result as Schema, result);
  if (exchange.claimed && !exchange.claimed.isStored) await complete(exchange.claimed, { status: 200, body: text });
  return jsonAnswer(200, text);
}

/** Whether an endpoint that takes JSON or a file is sent the file, which its handler reads. */
const isUpload = (spec: EndpointSpec, { headers }: Request) =>
  spec.upload !== undefined && !(headers.get("content-type") ?? "").startsWith("application/json");

const isReadMethod = ({ method }: Request) => method === "GET" || method === "HEAD";

function readAnswer(spec: EndpointSpec, result: unknown, url: URL): Answer {
  const json = bodyOf(spec.result as Schema, result);
  const answer = spec.isUncached ? jsonAnswer(200, json) : revalidatedAnswer(json);
  const link = pageLinks(url, result, hasCursor(spec));
  if (link) answer.headers.link = link;
  return answer;
}

/** Whether a list supports `starting_after`. */
const hasCursor = ({ query }: EndpointSpec) => "starting_after" in ((query as z.ZodObject | undefined)?.shape ?? {});

/** Whether the offset is so large that the database skips many rows. */
const isDeep = (query: unknown) => ((query as { offset?: number } | undefined)?.offset ?? 0) > MAX_SHALLOW_OFFSET;

function inputOf(spec: EndpointSpec, exchange: Exchange, address: string): AnyInput {
  const { request, requestId, caller, claimed } = exchange;
  const params = parseParams(spec, exchange.params);
  const query = spec.query && parseInput(spec.query as Schema, queryOf(exchange.url));
  return { caller, params, query, body: undefined, request, address, requestId, claimed };
}

async function spend(name: NonNullable<EndpointSpec["limit"]>, subject: string, exchange: Exchange): Promise<void> {
  const state = await ratelimit.take(name, subject);
  if (!state) return;
  exchange.limit = state;
  if (!state.allowed) throw ratelimit.limited(state);
}

/** An invalid path parameter is a 404. */
function parseParams(spec: EndpointSpec, params: PathParams): unknown {
  if (!spec.params) return undefined;
  const parsed = (spec.params as Schema).safeParse(params);
  if (!parsed.success) throw notFound();
  return parsed.data;
}

/** The query parameters. Repeated ones and text that PostgreSQL cannot store are refused by name. */
function queryOf({ search, searchParams }: URL): Record<string, string> {
  if (search === "") return {};
  const query = new Map<string, string>();
  for (const [param, value] of searchParams) {
    if (query.has(param)) throw invalid([{ param, message: "must be given once" }]);
    if (!isStorable(value)) throw invalid([{ param, message: "must be well-formed text" }]);
    query.set(param, value);
  }
  return Object.fromEntries(query);
}

async function claimKey(
  { result: schema }: EndpointSpec,
  exchange: Exchange,
  caller: Caller,
  raw: unknown,
): Promise<Answer | null> {
  const key = idempotencyKeyOf(exchange.request);
  if (key === null) return null;
  const { pathname, search } = exchange.url;
  // A run is not the answer of a call.
  const prefers = prefersAsync(exchange.request) ? ["respond-async"] : [];
  const asked = [exchange.request.method, pathname, search, withoutPassword(raw ?? null), ...prefers];
  const claimed = await claim(caller.accountId, key, asked);
  if ("token" in claimed) {
    exchange.claimed = claimed;
    if (schema) claimed.textOf = (result) => textOf(schema as Schema, result);
    return null;
  }
  return jsonAnswer(claimed.status, claimed.body, { "idempotency-replayed": "true" });
}

/** What identifies a request is stored as a fast hash, from which a password could be guessed. */
function withoutPassword(raw: unknown): unknown {
  if (typeof raw !== "object" || raw === null || !("password" in raw)) return raw;
  const { password: _, ...rest } = raw;
  return rest;
}

/** Turns an error into an answer, and stores it under its Idempotency-Key unless a retry may succeed. */
async function refuse(exchange: Exchange, error: unknown): Promise<Answer> {
  const { status, code, body, headers, isOurs } = errorResponse(error, exchange.requestId);
  if (isOurs) log.error({ err: error }, "a request failed");
  const { claimed } = exchange;
  if (claimed) {
    await settleClaim(claimed, { status, code, body }).catch((cause: unknown) =>
      log.error({ err: cause }, "an idempotency key stays claimed"),
    );
  }
  return jsonAnswer(status, body, { ...headers, ...challengeOf(exchange.request, error) });
}

function describeSpan({ requestId, caller }: Exchange): void {
  noteOnSpan(() => ({
    "request.id": requestId,
    ...(caller && { "account.id": caller.accountId }),
    ...(caller?.key && { "key.prefix": caller.key.prefix }),
  }));
}

function logExchange({ request, url, startedAt, caller }: Exchange, status: number): void {
  if (!log.isLevelEnabled("info")) return;
  log.info(
    {
      method: request.method,
      path: url.pathname,
      status,
      account: caller?.accountId,
      ...(caller?.organization && { person: caller.personId }),
      key: caller?.key?.prefix,
      viewed_by: caller?.impersonation?.administratorId,
      client: loggedAddress(clientAddress(request)),
      duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
    },
    "request",
  );
}
