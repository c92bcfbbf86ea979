export const SCOPES = ["read", "purchase", "execute", "publish", "admin"] as const;
export type Scope = (typeof SCOPES)[number];

/** What a member of an organization may be; `lib/identity/keys/permissions` says what each may do. */
export const MEMBER_ROLES = ["owner", "billing", "developer", "member", "viewer"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

export type CallerKey = {
  id: string;
  prefix: string;
  scopes: readonly Scope[];
  /** Slugs the key is limited to; empty means every skill. */
  skills: readonly string[];
  /** The only skill that it may send versions of, and all that it may do: the key of a CI's run. */
  releases?: string;
  /** Of a connected program: charges above this need an approval. Absent for keys. */
  askAboveMicros?: bigint | null;
};

/**
 * The caller of a request: an account, with one of its keys or a browser session (`key` is null), and the person who acts for it.
 */
export type Caller = {
  /** On whose behalf it acts: what it reads, makes and pays is this account's. */
  accountId: string;
  /** Who acts: the account itself, or a member of the organization that the account is. */
  personId: string;
  /** Set while the person acts for an organization: its handle, the person's role in it now, and whether it limits members to skills. */
  organization?: { handle: string; role: MemberRole; isLimited?: boolean };
  /** The handle of the organization for which the caller can't act before they have signed in by its own sign-in. */
  signInAt?: string;
  /** The person's email: an organization has none. */
  email: string;
  /** The account's name. */
  name: string;
  /** Whether the account is an administrator's; an organization never is. */
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
    /** Whether the organization's own sign-in began it: it opens nothing else, and nothing of the person's. */
    isCompany: boolean;
    /** The person's. */
    emailVerified: boolean;
    twoFactorEnabled: boolean;
  };
};

/** Whether a request has administrator rights; a key without the admin scope has not. */
export function mayAdminister({ isAdmin, key }: Pick<Caller, "isAdmin" | "key">): boolean {
  return isAdmin && (key === null || key.scopes.includes("admin"));
}
