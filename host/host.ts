import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { setTimeout as wait } from "node:timers/promises";
import { getRequestListener, RequestError } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { handleDemoRequest } from "@/dev/demo-provider/handler";
import { preferMarkdown } from "@/host/markdown-pages";
import { addressOfSocket, headerOf, observe } from "@/host/observed";
import { OPERATIONS } from "@/host/operations";
import { admitPage } from "@/host/page-limit";
import { answer, pathOf } from "@/host/router";
import { boundConnections, dropSlowBodies } from "@/host/sockets";
import { dropStalled } from "@/host/stalled";
import { INSTALL_PREFIX, PLUGIN_PREFIX } from "@/lib/demand/distribution/addresses";
import * as sessions from "@/lib/identity/accounts/sessions";
import { rememberSocketAddress } from "@/lib/interfaces/http/address";
import { ADVISORIES_PATH, answerAdvisories } from "@/lib/interfaces/http/advisories";
import { refusalAnswer, toResponse } from "@/lib/interfaces/http/answer";
import { ARD_PREFIX, answerArd } from "@/lib/interfaces/http/ard";
import { ATTESTATIONS_PREFIX, answerAttestation } from "@/lib/interfaces/http/attestations";
import { answerBrowser, SESSION_PREFIX } from "@/lib/interfaces/http/browser";
import { rememberOutgoing } from "@/lib/interfaces/http/closing";
import { answerDownload, DOWNLOADS_PREFIX } from "@/lib/interfaces/http/downloads";
import { rememberBodyStream } from "@/lib/interfaces/http/incoming-body";
import { answerInstall, isSkillIndex } from "@/lib/interfaces/http/installing";
import { answerOAuth, OAUTH_PREFIX } from "@/lib/interfaces/http/oauth";
import { answerOidc, OIDC_PREFIX } from "@/lib/interfaces/http/oidc";
import { inRequest } from "@/lib/interfaces/http/request-id";
import { holdUnread } from "@/lib/interfaces/http/unread";
import { answerWellKnown, WELL_KNOWN_PREFIX } from "@/lib/interfaces/http/well-known";
import { env, StartError } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import { log } from "@/lib/platform/core/log";
import { serveAliasAt } from "@/lib/platform/outbound/service";
import { DEMO_PROVIDER } from "@/lib/supply/skills/endpoint-address";

/** Longest time for a client to send its headers, and its whole request. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 300_000;
/** How often both are checked. */
const CHECK_MS = 5_000;
const IDLE_TIMEOUT_MS = 15 * 60_000;
/**
 * How long an idle connection stays open: longer than most proxies and load balancers keep theirs (60 s). If we closed it first, a request
 * that is already on its way would fail.
 */
const KEEP_ALIVE_MS = 75_000;
const DRAIN_TIMEOUT_MS = 35_000;
/** How long answers carry `Connection: close` before the server ends, and how often idle connections are closed then. */
const NOTICE_MS = 500;
const SWEEP_MS = 200;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Makes a Node listener of a web handler, which also receives the remote address of the socket. */
function listenWith(
  handle: (request: Request, address: string, outgoing: unknown) => Response | Promise<Response>,
): Listener {
  return getRequestListener(
    (request, bindings) => {
      const address = addressOfSocket("incoming" in bindings ? bindings.incoming.socket.remoteAddress : undefined);
      if ("incoming" in bindings) rememberBodyStream(request, bindings.incoming);
      if (address) rememberSocketAddress(request, address);
      if ("outgoing" in bindings) rememberOutgoing(request, bindings.outgoing);
      return handle(request, address, "outgoing" in bindings ? bindings.outgoing : undefined);
    },
    { overrideGlobalObjects: false, errorHandler: refuse },
  );
}

/** Answers unreadable requests and uncaught failures without exposing their messages. */
function refuse(error: unknown): Response {
  const isUnreadable = error instanceof RequestError;
  if (!isUnreadable) log.error({ err: error }, "a request failed outside of its endpoint");
  const unreadable = new AppError("invalid_request", "The address or the Host header of this request is wrong.");
  return toResponse(refusalAnswer(isUnreadable ? unreadable : error));
}

const serveApi = listenWith(async (request, _, outgoing) => {
  const answered = await answer(request);
  const { status, headers, body, owner } = answered;
  if (body === null || !(outgoing instanceof ServerResponse)) return toResponse(answered);
  // Headers and body go straight to the socket: a whole body in one write, and a stream without exposing its error.
  if (body instanceof ReadableStream) {
    outgoing.writeHead(status, headers);
    pipeline(Readable.fromWeb(body as NodeReadableStream), outgoing).catch(logCut);
    return RESPONSE_ALREADY_SENT;
  }
  headers["content-length"] = String(Buffer.byteLength(body));
  outgoing.writeHead(status, headers);
  outgoing.end(body);
  if (owner && outgoing.writableLength > 0) outgoing.once("close", holdUnread(owner, outgoing.writableLength));
  return RESPONSE_ALREADY_SENT;
});

/** A client that has disconnected is not logged. One that still reads sees the transfer break off. */
function logCut(error: NodeJS.ErrnoException): void {
  if (error.code !== "ERR_STREAM_PREMATURE_CLOSE") log.warn({ err: error }, "an answer broke off");
}

/** Node keeps the first of two Host lines, a proxy in front may go by the last: RFC 9112 wants the request refused. */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1;
}

function refuseHosts(response: ServerResponse): void {
  const several = new AppError("invalid_request", "This request has more than one Host header. Send one.");
  const { status, headers, body } = refusalAnswer(several);
  response.writeHead(status, { ...headers, connection: "close" }).end(body);
}

/** What the API serves; everything else is a page. */
const API_PREFIXES = ["/v1", "/mcp", "/try"];

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

export type Mount = {
  prefix: string;
  /** Whether a path under the prefix is the mount's; all are by default. */
  matches?: (path: string) => boolean;
  handle: (request: Request, address: string) => Response | Promise<Response>;
};

/** Browser sessions, whose limits count addresses: they are served where the socket is known. */
const SESSIONS: Mount = { prefix: SESSION_PREFIX, handle: answerBrowser };

/** How programs connect, and what they look for before that. */
const CONNECTIONS: Mount[] = [
  { prefix: OAUTH_PREFIX, handle: answerOAuth },
  { prefix: WELL_KNOWN_PREFIX, handle: answerWellKnown },
  { prefix: ARD_PREFIX, handle: answerArd },
  { prefix: INSTALL_PREFIX, handle: answerInstall },
  { prefix: PLUGIN_PREFIX, handle: answerInstall },
  { prefix: DOWNLOADS_PREFIX, handle: answerDownload },
  { prefix: ATTESTATIONS_PREFIX, handle: answerAttestation },
  { prefix: OIDC_PREFIX, handle: answerOidc },
  { prefix: ADVISORIES_PATH, handle: answerAdvisories },
  { prefix: "/skills", matches: isSkillIndex, handle: answerInstall },
];

/**
 * Serves the API by its own router, mounts by theirs and everything else by `pages`, on one port. Pages that are not
 * `isKept` have to be rendered, which is limited.
 */
export function createHost(
  pages: Listener,
  mounts: Mount[] = [],
  isCached: (request: IncomingMessage) => boolean = () => false,
  stallTimeoutMs?: number,
): Server {
  const all: Mount[] = [SESSIONS, ...CONNECTIONS, ...OPERATIONS, ...mounts];
  const mounted = all.map(({ prefix, matches, handle }) => ({
    prefix,
    // Not logged here: sessions log their own requests.
    isLogged: prefix !== SESSION_PREFIX && !OPERATIONS.some((own) => own.prefix === prefix),
    takes: (path: string) => isUnder(path, prefix) && (matches?.(path) ?? true),
    serve: listenWith(handle),
  }));
  const servePage = async (request: IncomingMessage, response: ServerResponse, requestId: string) => {
    response.setHeader("Request-Id", requestId);
    setClientAddress(request);
    if (!request.url?.startsWith("/_next/"))
      observe(request, response, { route: "page", path: pathOf(request.url ?? "/") });
    preferMarkdown(request, response);
    const socket = addressOfSocket(request.socket.remoteAddress);
    if (!isCached(request) && !(await admitPage(request, response, socket))) return;
    await prolongSession(request, response);
    pages(request, response);
  };
  const server = createServer({ connectionsCheckingInterval: CHECK_MS }, (request, response) => {
    if (hasTwoHosts(request)) return refuseHosts(response);
    const path = pathOf(request.url ?? "/");
    const mount = mounted.find(({ takes }) => takes(path));
    inRequest(headerOf(request, "x-request-id"), (requestId) => {
      if (API_PREFIXES.some((prefix) => isUnder(path, prefix))) return serveApi(request, response);
      if (!mount) return void servePage(request, response, requestId);
      // Below the prefix, a path may hold a secret.
      if (mount.isLogged) observe(request, response, { route: mount.prefix, path: mount.prefix });
      return mount.serve(request, response);
    });
  });
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.timeout = IDLE_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  dropStalled(server, stallTimeoutMs);
  dropSlowBodies(server);
  boundConnections(server);
  return server;
}

/**
 * Sets the client's address for endpoints under the pages, which do not see the socket. Without a trusted proxy, the header that the
 * client sent is overwritten.
 */
function setClientAddress({ headers, socket }: IncomingMessage): void {
  if (env().TRUSTED_PROXIES === 0) headers["x-forwarded-for"] = addressOfSocket(socket.remoteAddress);
}

/** Viewing a page extends the session; if that fails, the page is shown anyway. */
async function prolongSession({ url = "/", headers }: IncomingMessage, response: ServerResponse) {
  if (!headers.cookie || url.startsWith("/_next/")) return;
  try {
    const cookie = await sessions.prolong(new Headers({ cookie: headers.cookie }));
    if (cookie) response.setHeader("Set-Cookie", cookie);
  } catch (error) {
    log.warn({ err: error }, "a session could not be prolonged");
  }
}

/** A server for a web handler, to listen on its own loopback port. */
export function createLoopback(handle: (request: Request) => Response | Promise<Response>): Server {
  return createServer(getRequestListener(handle, { overrideGlobalObjects: false }));
}

/** Starts the demo provider, which acts as a developer's endpoint, on its own loopback port. */
export async function openDemoProvider(): Promise<Server> {
  const provider = createLoopback(handleDemoRequest);
  serveAliasAt(DEMO_PROVIDER, await listen(provider, 0, "127.0.0.1"));
  return provider;
}

/** Starts listening and returns the port. Throws StartError when the port is taken. */
export async function listen(server: Server, port: number, host?: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      reject(cause.code === "EADDRINUSE" ? new StartError(`Port ${port} is in use. Set PORT to another one.`) : cause);
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

/**
 * Ends a server: waits for the requests in flight. The next answer on each connection says `Connection: close` first: a connection
 * closed without it might just be sending another request.
 */
export async function drain(server: Server): Promise<void> {
  server.prependListener("request", (_, response: ServerResponse) => {
    response.shouldKeepAlive = false;
  });
  if ((await countConnections(server)) > 0) await wait(NOTICE_MS);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // An answer that had begun before did not carry `Connection: close`.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const deadline = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_, count) => resolve(count ?? 0)));
}
