/** Whether Prisma refused a write because of a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "P2002";
}

/**
 * Codes after which the outcome of a statement is unknown: broken connections, the operator's interventions, system errors, a full
 * disk, and bugs.
 */
const ENDINGS = /^(?:08|57P|58|XX|53100)/;

/**
 * Whether a statement has certainly done nothing: PostgreSQL itself refused it, and thereby undid it, or it was too long to
 * be sent. After a broken connection this is unknown. The severity alone is not enough: the server localizes it.
 */
export function hasDoneNothing(error: unknown): boolean {
  if (error instanceof RangeError) return true;
  if (!(error instanceof Error && "severity" in error && "code" in error)) return false;
  return error.severity === "ERROR" || !ENDINGS.test(String(error.code));
}

/** PostgreSQL's code for a write that a standby, such as a former primary, refuses. */
export const READ_ONLY = "25006";

/**
 * Codes of Node, PostgreSQL and Prisma for a database that cannot be reached, has no room, memory or connection left, or does not lead
 * any more.
 */
const UNREACHABLE_CODES =
  /^(?:08|53|57P|58|25006)|^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$|^(?:EHOST|ENET)(?:UNREACH|DOWN)$|^EADDRNOTAVAIL$|^P(?:1001|1002|1008|1017|2024|2028|2037)$/;
/**
 * Messages of node-postgres without a code, ENOENT being a socket that is gone and EAGAIN one whose queue is full, and of Prisma with
 * PostgreSQL's code in the text or the driver's message in its last line.
 */
const UNREACHABLE_MESSAGES =
  /^(?:connect E(?:NOENT|AGAIN)|Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error)|Code: `(?:08|53|57P|58|25006)/m;

/** Whether the database could not be reached, or could not serve: the same request may succeed in a moment. */
export function isUnavailable(error: unknown): boolean {
  // The job queue hands on copies of errors, which are plain objects.
  const { code, message, errors } = Object(error) as { code?: unknown; message?: unknown; errors?: unknown };
  if (UNREACHABLE_CODES.test(String(code)) || UNREACHABLE_MESSAGES.test(String(message))) return true;
  // One for each address of a host name.
  return Array.isArray(errors) && errors.some(isUnavailable);
}

/** Whether there was no free connection: in the pool in time, or at the server at all. */
export function hasNoConnection(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  return code === "53300" || /^timeout exceeded when trying to connect/.test(String(message));
}

type Refusal = { originalCode?: string; originalMessage?: string; constraint?: { index?: string } };

/** What PostgreSQL said of a call of Prisma's; null for any other failure. */
function refusalOf(error: Error): Refusal | null {
  const { meta } = error as { meta?: { driverAdapterError?: { cause?: Refusal } } };
  return meta?.driverAdapterError?.cause ?? null;
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && (("code" in error && error.code === code) || refusalOf(error)?.originalCode === code);

/** Whether a failure is a violation of the named unique, check or exclusion constraint. */
export function violates(error: unknown, constraint: string): boolean {
  if (!(error instanceof Error)) return false;
  if ("constraint" in error) return error.constraint === constraint;
  const refusal = refusalOf(error);
  if (refusal?.constraint) return refusal.constraint.index === constraint;
  // Prisma hands on the name of a check constraint in the message only.
  return refusal?.originalCode?.startsWith("23") === true && refusal.originalMessage?.includes(constraint) === true;
}

/** Whether PostgreSQL ended a statement that took too long, and thereby undid it. */
export const isCancelled = (error: unknown): boolean => hasCode(error, "57014");

/** Whether a statement gave up waiting for a lock, and did nothing. */
export const isLockTimeout = (error: unknown): boolean => hasCode(error, "55P03");

/** Lock timeout, deadlock and serialization failure. */
const CROWDED = ["55P03", "40P01", "40001"];

/** Whether PostgreSQL undid a statement in favor of others: it waited too long for their locks. The same request may succeed in a moment. */
export const isCrowdedOut = (error: unknown): boolean => CROWDED.some((code) => hasCode(error, code));
