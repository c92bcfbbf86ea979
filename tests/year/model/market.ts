/**
 * The marketplace as its rules describe it, without a database: everything that the product must remember. What operations answer and
 * change is beside it. Amounts are micro-credits. Properties that end with `At` are moments, which `passTime` moves.
 */
import type { Interval } from "@/tests/year/model/calendar";
import type { Approval, Budget, Counted, Limit, Spend } from "@/tests/year/model/limits";
import type { Offer, Payout, Promotion, RefundRequest, Report, Review, Transfer } from "@/tests/year/model/objects";
import type { Late, Order } from "@/tests/year/model/orders";
import type { Allowed, Invitation, Role } from "@/tests/year/model/roles";
import type { Included, Plan, Terms } from "@/tests/year/model/terms";
import { openVisits, type Visits } from "@/tests/year/model/visits";

export type Micros = bigint;
export type Scope = "read" | "purchase" | "execute" | "publish" | "admin";
export const SCOPES: readonly Scope[] = ["read", "purchase", "execute", "publish", "admin"];

/** A name of an object in a history: `a7` is an account, `k3` a key, `g1` a program, `s2` a skill, `p9` a purchase. */
export type Ref = string;

export type Account = {
  ref: Ref;
  /** Of an organization, which can't sign in: its members. */
  members: Map<Ref, Role> | null;
  email: string;
  name: string;
  /** Another name for its bills, and the names on the receipts of its payments. */
  billedAs: string | null;
  receipts: string[];
  isAdmin: boolean;
  suspendedAt: number | null;
  closedAt: number | null;
  /** When its person last signed in, in a browser. */
  signedInAt: number | null;
  /** Whether its email is known to be its person's, and whether a bank is connected. */
  isVerified: boolean;
  hasBank: boolean;
  /** Spendable credits, and what it owes after refunds of credits that were spent. */
  balance: Micros;
  debt: Micros;
  /** Whether it was given credits of the marketplace's own. */
  isGranted: boolean;
  /** What its wallet had, since each moment at which that changed. */
  balances: { balance: Micros; notedAt: number }[];
  /** What its skills have earned, less refunds. */
  earnings: Micros;
  /** Its own fee in basis points; null for the marketplace's. */
  feeBps: bigint | null;
  /** Free calls used, by skill. */
  freeUsed: Map<Ref, number>;
  /** Credits that it has given as an administrator. */
  given: { givenAt: number; amount: Micros }[];
  calls: { succeeded: number; failed: number };
  /** Successful uses, by skill. */
  used: Map<Ref, number>;
  /** What one charge of its keys may cost at most without an approval; null for any amount. */
  askAbove: Micros | null;
  /** Of an organization: which skills its members may use. */
  allowedOnly: "off" | "skills" | "versions";
};

export type Key = {
  ref: Ref;
  owner: Ref;
  /** Of an organization's key: the member who made it. */
  person: Ref | null;
  scopes: Scope[];
  /** The only skills that it may use; empty for all. */
  skills: Ref[];
  limit: Limit | null;
  isActive: boolean;
  revokedAt: number | null;
  expiresAt: number | null;
  /** The first key of its succession, under which all of them count what they spend. */
  spender: Ref;
  replacedBy: Ref | null;
  /** What one charge may cost at most without an approval. */
  askAbove: Micros | null;
  /** Of a connected program's key: the program, when it was used last, and its tokens. */
  program: Ref | null;
  usedAt: number;
  token: Token | null;
};

/** Where a token is accepted: a token is for one of both. */
export type Door = "api" | "mcp";
export type Token = { door: Door; scopes: Scope[]; endsAt: number; refreshEndsAt: number };
export type Program = { ref: Ref; registeredAt: number };

export type Skill = {
  ref: Ref;
  owner: Ref;
  slug: string;
  status: "draft" | "pending" | "approved" | "rejected";
  /** The number of its newest revision, of the newest that was made, and of the approved one. */
  revision: number;
  /** When it was last changed, and whether a reviewer or an administrator has ever had to do with it. */
  changedAt: number;
  isSubmitted: boolean;
  lastRevision: number;
  live: number | null;
  /** The content of each revision, as one word: what a reviewer judges. */
  contents: Map<number, string>;
  /** Whether it is downloaded, too, and the revisions that have a package. */
  isDownloaded: boolean;
  packaged: number[];
  terms: Terms;
  /** Terms that are announced. */
  next: { terms: Terms; dueAt: number } | null;
  /** When its price last rose. */
  raisedAt: number | null;
  unlistedAt: number | null;
  suspendedAt: number | null;
  /** Who rejected a revision last, and the revisions whose rejection was appealed. */
  rejectedBy: Map<number, Ref>;
  appealed: number[];
  /** When each account used it last. */
  users: Map<Ref, { usedAt: number }>;
  /** If it asks for a credential: who has stored theirs, and for which developer. */
  asks: Map<Ref, Ref> | null;
  /** Whether visitors without an account may try it, and how often they did with a result. */
  isOpenToGuests: boolean;
  guestCalls: number;
  /** When each account was last let download it for its price or free, per call. */
  downloads: Map<Ref, { chargedAt: number }>;
};

/** A plan as it is bought: the only one of a single price has no name. */
export type Chosen = Omit<Plan, "name"> & { name: string | null };
/** Calls that a plan included, and the pages that they reported of those that it includes. */
export type Use = { calls: number; pages: number };

export type Purchase = {
  ref: Ref;
  buyer: Ref;
  skill: Ref;
  seller: Ref;
  price: Micros;
  interval: Interval;
  status: "active" | "cancelled" | "expired";
  autoRenew: boolean;
  anchorAt: number;
  /** 0 while it is tried. */
  term: number;
  /** The email that its trial counts for, if it began with one. */
  triedBy: string | null;
  startedAt: number;
  endsAt: number;
  key: Ref | null;
  /** The code that lowered its price. */
  promotion: Ref | null;
  /** The name of its plan, where the skill has several; what that includes, and what was used of it in each term. */
  plan: string | null;
  included: Included | null;
  uses: Map<number, Use>;
  /** The plan that begins when its period ends, and the name of the purchase that has it then. */
  next: (Chosen & { as: Ref }) | null;
  /** The purchase that it continues with another plan. */
  replaces: Ref | null;
  refunded: Micros;
  refundedAt: number | null;
  /** The fee and the moment of each term's charge; a term that cost nothing has none. */
  charges: Map<number, { chargedAt: number; fee: Micros }>;
  /** Where its newest charge counts. */
  counted: Counted[];
};

export type Webhook = {
  ref: Ref;
  account: Ref;
  /** Types of events that it wants; empty for all. */
  events: string[];
  isActive: boolean;
  sent: { type: string; sentAt: number }[];
};

/** The answer that a retry gets; its type is `Answer`. */
export type Stored = { fingerprint: string; answer: unknown; storedAt: number };

export type Notice = { kind: string; subject: string };

export type Market = {
  accounts: Map<Ref, Account>;
  keys: Map<Ref, Key>;
  programs: Map<Ref, Program>;
  budgets: Map<Ref, Budget>;
  spends: Map<Ref, Spend[]>;
  skills: Map<Ref, Skill>;
  purchases: Map<Ref, Purchase>;
  orders: Map<Ref, Order>;
  requests: Map<Ref, RefundRequest>;
  promotions: Map<Ref, Promotion>;
  /** By account and skill. */
  offers: Map<string, Offer>;
  webhooks: Map<Ref, Webhook>;
  reviews: Map<Ref, Review>;
  reports: Map<Ref, Report>;
  payouts: Map<Ref, Payout>;
  approvals: Map<Ref, Approval>;
  invitations: Map<Ref, Invitation>;
  /** By organization and skill. */
  allowed: Map<string, Allowed>;
  /** By skill. */
  transfers: Map<Ref, Transfer>;
  /** Purchases that renewals have begun with another plan, and that nobody has named yet. */
  begun: Ref[];
  /** What happened at the processor whose events have not arrived. */
  late: Late[];
  /** Runs that have ended and are not announced yet. */
  ended: { account: Ref; type: "run.succeeded" | "run.failed" }[];
  /** Answers by account and `Idempotency-Key`. */
  stored: Map<string, Stored>;
  notices: Map<Ref, Notice[]>;
  visits: Visits;
  fees: Micros;
  settings: { feeBps: bigint; risePercent: bigint; noticeDays: number };
};

/** A market in which nothing has happened. */
export function openMarket(): Market {
  return {
    accounts: new Map(),
    keys: new Map(),
    programs: new Map(),
    budgets: new Map(),
    spends: new Map(),
    skills: new Map(),
    purchases: new Map(),
    orders: new Map(),
    requests: new Map(),
    promotions: new Map(),
    offers: new Map(),
    webhooks: new Map(),
    reviews: new Map(),
    reports: new Map(),
    payouts: new Map(),
    approvals: new Map(),
    invitations: new Map(),
    allowed: new Map(),
    transfers: new Map(),
    begun: [],
    late: [],
    ended: [],
    stored: new Map(),
    notices: new Map(),
    visits: openVisits(),
    fees: 0n,
    settings: { feeBps: 1_500n, risePercent: 10n, noticeDays: 7 },
  };
}

/** The object of a name. Throws for one that is not there: the history is broken. */
export function the<T>(objects: Map<Ref, T>, ref: Ref): T {
  const found = objects.get(ref);
  if (found === undefined) throw new Error(`the history names ${ref}, which is not there`);
  return found;
}

/** Notifies an account, once of each subject; a closed one not at all. Returns whether it did. */
export function notify(market: Market, account: Ref, kind: string, subject: string): boolean {
  if (the(market.accounts, account).closedAt !== null) return false;
  const all = market.notices.get(account) ?? [];
  market.notices.set(account, all);
  if (all.some((each) => each.kind === kind && each.subject === subject)) return false;
  all.push({ kind, subject });
  return true;
}

/** Notifies every administrator who works. */
export function notifyAdministrators(market: Market, kind: string, subject: string): void {
  for (const { ref, isAdmin, suspendedAt } of market.accounts.values())
    if (isAdmin && suspendedAt === null) notify(market, ref, kind, subject);
}

/** Tells an account's own endpoints of an event, those that are active and want its type. */
export function emit(market: Market, account: Ref, type: string, now: number): void {
  for (const webhook of market.webhooks.values())
    if (
      webhook.account === account &&
      webhook.isActive &&
      (webhook.events.length === 0 || webhook.events.includes(type))
    )
      webhook.sent.push({ type, sentAt: now });
}
