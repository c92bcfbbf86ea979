/** What is wrong in plain words, with what to do about it. */
type Cause = { text: string; advice: string };

type Failure = Error & {
  code?: string;
  hostname?: string;
  address?: string;
  port?: number;
  path?: string;
  host?: string;
  response?: string;
  errors?: unknown[];
  /** What the payment processor's library keeps of a broken connection. */
  detail?: unknown;
  type?: string;
};

/** What a check talks to, in the words of its messages: `name` is what it is, `setting` says where it is. */
export type Other = { name: string; setting: string };

const at = ({ address, port, host }: Failure) => {
  const where = address ?? host;
  return where === undefined ? "" : ` at ${where}${port === undefined ? "" : `:${port}`}`;
};

/** Causes by the code of Node, PostgreSQL, S3 or the payment processor's library. */
const CAUSES: Record<string, (error: Failure, other: Other) => Cause> = {
  ECONNREFUSED: (error, { name, setting }) => ({
    text: `nothing listens${at(error)}, so ${name} can't be reached`,
    advice: `Start ${name}, or correct the host and port in ${setting}.`,
  }),
  ENOTFOUND: ({ hostname }, { name, setting }) => ({
    text: `there is no host called ${hostname}, so ${name} can't be reached`,
    advice: `Correct the host name in ${setting}.`,
  }),
  EAI_AGAIN: ({ hostname }, { name }) => ({
    text: `no name server answers for ${hostname}, so ${name} can't be reached`,
    advice: "Check this machine's network and its name servers (/etc/resolv.conf).",
  }),
  ETIMEDOUT: (error, { name, setting }) => ({
    text: `${name}${at(error)} doesn't answer in time`,
    advice: `Check firewalls between both machines, and the host and port in ${setting}.`,
  }),
  ECONNRESET: (_, { name, setting }) => ({
    text: `connections to ${name} are closed at once, as a balancer does while no server leads`,
    advice: `Wait until one leads (patronictl list), or correct the host and port in ${setting}.`,
  }),
  "25006": (_, { setting }) => ({
    text: "this PostgreSQL is a standby, which accepts no writes",
    advice: `Let ${setting} name the primary, or an address that follows it.`,
  }),
  "28P01": (_, { name, setting }) => ({
    text: `${name} refuses our user or password`,
    advice: `Correct user and password in ${setting}.`,
  }),
  "28000": ({ message }, { name, setting }) => ({
    text: `${name} refuses our sign-in: ${message}`,
    advice: `Correct the user in ${setting}, or allow it in pg_hba.conf.`,
  }),
  "3D000": ({ message }, { setting }) => ({
    text: `the database is missing: ${message}`,
    advice: `Create it (createdb), or correct its name in ${setting}.`,
  }),
  NoSuchBucket: () => ({
    text: "there is no bucket of this name",
    advice: "Create the bucket, or correct S3_BUCKET and S3_REGION.",
  }),
  InvalidAccessKeyId: () => ({ text: "the store doesn't know our key", advice: "Correct S3_ACCESS_KEY_ID." }),
  SignatureDoesNotMatch: () => ({
    text: "the store refuses our secret",
    advice: "Correct S3_SECRET_ACCESS_KEY.",
  }),
  AccessDenied: () => ({
    text: "the store refuses our key",
    advice: "Let the key read, write and delete objects of the bucket.",
  }),
  StripeAuthenticationError: (_, { name }) => ({
    text: `${name} refuses our key`,
    advice: "Correct STRIPE_SECRET_KEY: copy the secret key from the processor's dashboard again.",
  }),
  EAUTH: (_, { name, setting }) => ({
    text: `${name} refuses our user or password`,
    advice: `Correct user and password in ${setting}.`,
  }),
  WRONGPASS: (_, { name, setting }) => ({
    text: `${name} refuses our password`,
    advice: `Correct the password in ${setting}.`,
  }),
  NOAUTH: (_, { name, setting }) => ({
    text: `${name} wants a password`,
    advice: `Add it to ${setting}: redis://:password@host:port.`,
  }),
  ENOTDIR: ({ path }) => ({
    text: `${path ?? "a part of the path"} is a file where a folder is needed`,
    advice: "Move the file away, or set DATA_DIR to a folder.",
  }),
  EEXIST: (error, other) => causeOfFile("ENOTDIR", error, other),
  EACCES: ({ path }) => ({
    text: `this user may not write to ${path ?? "the folder"}`,
    advice: "Give the folder to the user that runs the marketplace (chown), or set DATA_DIR to another one.",
  }),
  EPERM: (error, other) => causeOfFile("EACCES", error, other),
  EROFS: ({ path }) => ({
    text: `${path ?? "the folder"} is on a disk that is mounted read-only`,
    advice: "Mount it for writing, or set DATA_DIR to another folder.",
  }),
  ENOENT: ({ path }) => ({
    text: `${path ?? "the folder"} is missing and can't be created`,
    advice: "Create the folder of DATA_DIR and let this user write to it.",
  }),
  ENOSPC: ({ path }) => ({
    text: `the disk is full: nothing more can be written${path ? ` to ${path}` : ""}`,
    advice: "Make room, or move DATA_DIR to a larger disk. A full disk stops the database.",
  }),
};

function causeOfFile(code: "ENOTDIR" | "EACCES", error: Failure, other: Other): Cause {
  return (CAUSES[code] as (error: Failure, other: Other) => Cause)(error, other);
}

/** A failure and everything that it wraps, the outermost first. */
function chainOf(error: unknown): Failure[] {
  if (!(error instanceof Error)) return [];
  const { cause, detail, errors = [] } = error as Failure;
  return [error, ...[cause, detail, ...errors].flatMap(chainOf)];
}

/** Names by which CAUSES may know a failure; some libraries hand the code on in the message only. */
const namesOf = ({ code, name, type, message }: Failure): string[] => [
  ...[code, name, type].map(String),
  ...(/No space left on device/.test(message) ? ["ENOSPC"] : []),
  ...(/^Connection terminated unexpectedly/.test(message) ? ["ECONNRESET"] : []),
  ...(message.match(/\b[A-Z]{4,}(?:_[A-Z]+)*\b/g) ?? []),
];

/** The cause of a failure in plain words; null for one that is not known. */
export function causeOf(error: unknown, other: Other): Cause | null {
  for (const failure of chainOf(error).reverse())
    for (const name of namesOf(failure)) {
      const known = Object.hasOwn(CAUSES, name) ? CAUSES[name] : undefined;
      if (known) return known(failure, other);
    }
  return null;
}
