import type { z } from "zod";
import type { Caller, Scope } from "@/lib/platform/core/caller";
import type { ErrorCode } from "@/lib/platform/core/errors";
import type { BucketName, WindowName } from "@/lib/platform/ratelimit/policy";

/** Who may call an endpoint: `public`, `catalog` (accounts, and everyone with PUBLIC_CATALOG), `account` or `admin`. */
export type Access = "public" | "catalog" | "account" | "admin";

/** The definition of an endpoint: it parses requests and results, and makes the OpenAPI document. */
export type EndpointSpec<P = unknown, Q = unknown, B = unknown, R = unknown> = {
  access: Access;
  /** Whether requests with another site's `Origin` are refused even with a key. */
  isOwnOriginOnly?: boolean;
  /** Whether the caller is the administrator also while they view the marketplace as another account. */
  isOfAdministrator?: boolean;
  /** Whether its path names an organization by `handle`, for which the caller then acts; anybody else gets a 404. */
  isOfOrganization?: boolean;
  /** Whether a member may call it before they have signed in by the organization's own sign-in; the caller is the person then. */
  needsNoCompanySignIn?: boolean;
  /** The scope that a key needs; `read` by default, null for none. */
  scope?: Scope | null;
  /** Its name in generated clients, verb first; absent if it is not in the OpenAPI document. */
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
  /** Media type and description of an answer that is not JSON, and whether it supports ranges. */
  stream?: { type: string; description: string; hasRanges?: boolean };
  /** Media type of a body that the handler parses. Beside `body`, clients send either; `body` is undefined for a file. */
  upload?: string;
  /** Whether clients must not cache its answer, such as secrets. Other reads have an ETag. */
  isUncached?: boolean;
  idempotent?: boolean;
  /**
   * Whether the caller's key may do this with this resource, asked before an Idempotency-Key is claimed: a stored
   * answer is repeated only to those who may make its request.
   */
  allows?(caller: Caller, params: P extends z.ZodType ? z.output<P> : undefined): void | Promise<void>;
  /** An additional rate limit per account. */
  limit?: Exclude<BucketName, "account" | "address" | "page" | `render${string}` | "checking" | "readingYaml">;
  /** A limit of attempts per IP address, counted before the body is read. */
  attempts?: WindowName;
  /** False for routes that are never throttled: health, and the processor's events. */
  throttled?: boolean;
  /** Errors besides those of access, input and limits. */
  errors?: readonly ErrorCode[];
};
