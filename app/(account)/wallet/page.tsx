import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { RoleNote } from "@/app/_lib/role-note";
import { skillOrNull } from "@/app/_lib/skill";
import { requireCaller } from "@/app/_lib/viewer";
import { AutoTopUp } from "@/app/(account)/wallet/_components/alerts";
import { Arrival, type Purpose } from "@/app/(account)/wallet/_components/arrival";
import { CardArrival } from "@/app/(account)/wallet/_components/card-arrival";
import { CardRefund } from "@/app/(account)/wallet/_components/card-refund";
import { Limits } from "@/app/(account)/wallet/_components/limits";
import { OpenPayment } from "@/app/(account)/wallet/_components/open-payment";
import { Payments, Renewals, Transactions } from "@/app/(account)/wallet/_components/tables";
import { TopUp } from "@/app/(account)/wallet/_components/top-up";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import * as purchases from "@/lib/demand/purchases/service";
import * as usage from "@/lib/demand/usage/service";
import { passwordOf } from "@/lib/identity/accounts/ownership";
import { may } from "@/lib/identity/keys/permissions";
import { Prefetched } from "@/lib/interfaces/client/prefetched";
import { renewsOn } from "@/lib/interfaces/client/renewal";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import * as ledger from "@/lib/money/ledger/service";
import * as cardRefunds from "@/lib/money/payments/card-refunds";
import * as cards from "@/lib/money/payments/cards";
import * as payments from "@/lib/money/payments/service";
import type { Caller } from "@/lib/platform/core/caller";
import { dollars } from "@/lib/platform/core/dollars";
import { env } from "@/lib/platform/core/env";
import { LIMITS } from "@/lib/platform/core/limits";

export const metadata: Metadata = { title: "Wallet", robots: { index: false } };

/** `from` and `payments` are the rows at which the two lists begin. */
type Search = {
  skill?: string;
  amount?: string;
  order?: string;
  cancelled?: string;
  card?: string;
  from?: string;
  payments?: string;
};

const ENTRIES_SHOWN = 25;
const ORDERS_SHOWN = 10;
const REFUNDS_SHOWN = 5;
/** Newest purchases among which coming renewals are looked for. */
const PURCHASES_READ = 100;
const WEEK_DAYS = 7;
const YEAR_DAYS = 365;
/** A single day does not predict the next ones. */
const MIN_DAYS_SPENT = 2;
const DAY_MS = 86_400_000;

/** The initial amount for a shortfall of credits; empty without one. */
function readAmount(shortfall: number): string {
  return shortfall > 0 && shortfall <= LIMITS.topUp.max
    ? Math.max(LIMITS.topUp.min, Math.ceil(shortfall * 100) / 100).toString()
    : "";
}

/** The payment that the page is about: the one that comes back from the processor, or the newest that is not finished. */
async function readPayment(caller: Caller, { order, cancelled }: Search) {
  const id = order ?? cancelled;
  if (id) return payments.findOrder(caller, id);
  const { data } = await payments.listOrders(caller, { limit: 1, offset: 0 });
  return data[0]?.checkout_url ? data[0] : null;
}

/** The skill that credits are bought for, with what the caller lacks to use it. */
async function readPurpose(caller: Caller, slug: string | undefined, available: number) {
  const skill = typeof slug === "string" ? await skillOrNull(caller, slug) : null;
  if (!skill) return null;
  const { name, access, price, execution_type, subscription_interval } = skill;
  const interval = subscription_interval ?? "month";
  const toBuy = access.reason === "none" ? price : null;
  const purpose: Purpose = {
    href: `/skills/${skill.slug}${execution_type === "download" ? "" : "?tab=try"}`,
    interval,
    offered:
      toBuy === null ? null : { slug: skill.slug, name, price: toBuy, trialDays: 0, renewsOn: renewsOn(interval, 0) },
    available,
  };
  const cost = toBuy ?? (access.reason === "pay_per_call" ? (access.max_cost ?? 0) : 0);
  return { slug: skill.slug, name, purpose, lacking: cost - available };
}

function lastsText(days: number): string {
  if (days > YEAR_DAYS) return "Lasts more than a year at this rate";
  return `Lasts about ${days} ${days === 1 ? "day" : "days"}`;
}

/** What a week of calls cost a day, and what subscriptions will cost soon. */
async function readOutlook(caller: Caller) {
  const start = new Date(Date.now() - WEEK_DAYS * DAY_MS).toISOString();
  const [{ data: days, totals }, bought] = await Promise.all([
    usage.summarise(caller, { start_date: start }),
    purchases.list(caller, { limit: PURCHASES_READ, offset: 0 }),
  ]);
  const renewals = bought.data
    .filter(({ status, auto_renew }) => status === "active" && auto_renew)
    .toSorted((a, b) => Number(new Date(a.current_period_end)) - Number(new Date(b.current_period_end)));
  const daysSpent = new Set(days.filter(({ cost }) => cost > 0).map(({ date }) => date)).size;
  return { perDay: daysSpent < MIN_DAYS_SPENT ? 0 : totals.cost / WEEK_DAYS, renewals };
}

/** Who may ask for a refund to the card, and what was refunded lately; null for members who may not, and where there is none. */
async function readCardRefund(caller: Caller) {
  if (!may(caller, "pay")) return null;
  const [{ data: refunds }, password] = await Promise.all([
    cardRefunds.list(caller, { limit: REFUNDS_SHOWN, offset: 0 }),
    passwordOf(caller.personId),
  ]);
  const days = env().CARD_REFUND_DAYS;
  return { owner: { email: caller.email, hasPassword: password !== null }, days, refunds };
}

export default async function WalletPage({ searchParams }: { searchParams: Promise<Search> }) {
  const [caller, asked] = [await requireCaller("/wallet"), await searchParams];
  const [balance, entries, orders, settings, outlook, payment, cardRefund] = await Promise.all([
    ledger.balance(caller),
    ledger.list(caller, { limit: ENTRIES_SHOWN, offset: readOffset(asked.from) }),
    payments.listOrders(caller, { limit: ORDERS_SHOWN, offset: readOffset(asked.payments) }),
    cards.settings(caller),
    readOutlook(caller),
    readPayment(caller, asked),
    readCardRefund(caller),
  ]);
  const skill = await readPurpose(caller, asked.skill ?? payment?.skill?.slug, balance.available);
  // While a payment is in progress, another one for the same skill is not offered.
  const isWanted = asked.skill || asked.cancelled || payment?.state === "paid";
  const amount = readAmount(Number(asked.amount ?? (isWanted && skill?.lacking) ?? 0));
  const places = { from: asked.from, payments: asked.payments };
  const daysLeft = outlook.perDay > 0 ? Math.floor(balance.available / outlook.perDay) : null;
  return (
    <Prefetched
      reads={[
        [walletQueries.balance.queryKey, balance],
        [walletQueries.settings.queryKey, settings],
      ]}
    >
      <PageHead
        title="Wallet"
        action={
          <span className="flex flex-wrap gap-2">
            <Link href="/wallet/budgets" className={buttonStyle()}>
              Budgets
            </Link>
            <Link href="/wallet/billing" className={buttonStyle()}>
              Billing and receipts
            </Link>
          </span>
        }
      >
        Prepaid, in US dollars. It does not expire. The API counts it in credits: 1 credit is $1.
      </PageHead>
      {asked.order ? (
        <Arrival orderId={asked.order} purpose={skill?.purpose ?? null} />
      ) : (
        (asked.cancelled || payment) && <OpenPayment order={payment} isCanceled={asked.cancelled !== undefined} />
      )}
      <div className="grid gap-4">
        <Panel title="Balance">
          <p className="font-mono text-2xl font-semibold">{dollars(balance.available)}</p>
          <p className="text-xs text-muted">
            available
            {balance.held > 0 && `, ${dollars(balance.held)} held for calls in progress`}
          </p>
          {daysLeft !== null && (
            <p className="mt-3 text-sm">
              {lastsText(daysLeft)}
              <span className="block text-xs text-muted">at {dollars(outlook.perDay)} a day, as in the last week</span>
            </p>
          )}
        </Panel>
        {may(caller, "pay") ? (
          <Paying settings={settings} amount={amount} skill={amount ? skill : null} isSaved={asked.card === "saved"} />
        ) : (
          <RoleNote permission="pay">Add credits, set limits and automatic top-ups</RoleNote>
        )}
        {cardRefund && orders.data.length > 0 && (
          <Panel title="Refund to your card">
            <CardRefund {...cardRefund} />
          </Panel>
        )}
      </div>
      <Renewals rows={outlook.renewals} />
      <Transactions page={entries} params={places} />
      <Payments page={orders} params={places} />
    </Prefetched>
  );
}

type PayingProps = {
  settings: Awaited<ReturnType<typeof cards.settings>>;
  amount: string;
  skill: Parameters<typeof TopUp>[0]["skill"];
  isSaved: boolean;
};

/** What adds credits and limits charges. */
function Paying({ settings, amount, skill, isSaved }: PayingProps) {
  return (
    <>
      <Panel title="Add funds">
        {env().STRIPE_TAX && (
          <p className="mb-3 text-sm text-muted">Tax may be added at checkout, by your billing address.</p>
        )}
        <TopUp packs={payments.listPacks().data} key={amount} amount={amount} skill={skill} />
      </Panel>
      <Panel title="Alerts and limits">
        <Limits />
      </Panel>
      <Panel title="Automatic top-up">
        {isSaved && !settings.card ? <CardArrival /> : <AutoTopUp />}
        {env().STRIPE_TAX && (
          <p className="mt-3 text-xs text-muted">
            Tax is added by the address under{" "}
            <Link href="/wallet/billing" className="underline">
              Billing and receipts
            </Link>
            , which needs a country.
          </p>
        )}
      </Panel>
    </>
  );
}
