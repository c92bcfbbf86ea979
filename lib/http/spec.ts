import type { Scope } from "@/lib/core/caller";
import type { ErrorCode } from "@/lib/core/errors";
import type { BucketName, WindowName } from "@/lib/ratelimit/policy";

/** Who may call an endpoint: anybody, any account and with `PUBLIC_CATALOG` anybody, any account, or administrators. */
export type Access = "public" | "catalog" | "account" | "admin";

/** The description that an endpoint parses and answers by, and that the OpenAPI document is made from. */
export type EndpointSpec<P = unknown, Q = unknown, B = unknown, R = unknown> = {
  access: Access;
  /** Whether a request with the `Origin` of another site is refused even when it brings a key. */
  isOwnOriginOnly?: boolean;
  /** What a key must be allowed to do; `read` by default, and null for what any key may do. */
  scope?: Scope | null;
  /** Its name in generated clients, a verb first; absent when the OpenAPI document does not describe it. */
  operationId?: string;
  summary: string;
  description?: string;
  tag: string;
  params?: P;
  query?: Q;
  body?: B;
  /** Largest body in bytes; `MAX_FIELDS_BYTES` by default. */
  maxBodyBytes?: number;
  /** The schema of the answer; absent when the handler answers with its own `Response`. */
  result?: R;
  /** Media type and description of an answer that is not JSON, and whether parts of it can be asked for. */
  stream?: { type: string; description: string; hasRanges?: boolean };
  /** Media type of a body that the handler reads by itself. */
  upload?: string;
  /** Whether no client may keep its answer: secrets, and what is different each time. Other reads carry an ETag. */
  isUncached?: boolean;
  idempotent?: boolean;
  /** A further bucket per account. */
  limit?: Exclude<BucketName, "key" | "address" | "page" | "checking">;
  /** Attempts that an address has, counted before the body is read. */
  attempts?: WindowName;
  /** False for routes that are never throttled: health, and the processor's events. */
  throttled?: boolean;
  /** Failures beyond those that access, input and limits bring. */
  errors?: readonly ErrorCode[];
};
