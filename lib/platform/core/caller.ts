export const SCOPES = ["read", "purchase", "execute", "publish", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

export type CallerKey = {
  id: string;
  prefix: string;
  scopes: readonly Scope[];
  /** Slugs the key is limited to; empty means every skill. */
  skills: readonly string[];
  /** Of a connected program: charges above this need an approval. Absent for keys. */
  askAboveMicros?: bigint | null;
};

/** The caller of a request: an account, with one of its keys or its browser session (`key` is null). */
export type Caller = {
  accountId: string;
  email: string;
  name: string;
  isAdmin: boolean;
  key: CallerKey | null;
  /** The approval that the request names, for a charge above a threshold. */
  approval?: string | null;
  /** The request that it made, as support knows it. */
  requestId?: string;
  /** Whether the account stores the parameters of its calls. */
  storesParameters?: boolean;
  /** The catalog's generation when the key was checked: cached pages of that generation are current. */
  catalogGeneration?: string | null;
  /** The wallet when the key was checked; null without one. Absent for access tokens and browser sessions. */
  wallet?: { posted: bigint; held: bigint } | null;
  /** Set while an administrator views the marketplace as this account: nothing may be changed then. */
  impersonation?: { administratorId: string; endsAt: Date };
  /** The browser session, when the request came with one instead of a key. */
  session?: {
    id: string;
    /** Whether its end has to move, since it was last used a day ago or more. */
    isDue: boolean;
    emailVerified: boolean;
    twoFactorEnabled: boolean;
  };
};

/** Whether a request has administrator rights; a key without the admin scope has not. */
export function mayAdminister({ isAdmin, key }: Pick<Caller, "isAdmin" | "key">): boolean {
  return isAdmin && (key === null || key.scopes.includes("admin"));
}
