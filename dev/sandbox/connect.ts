import {
  type BankPayout,
  type ConnectedAccount,
  newAccount,
  newBankAccount,
  newBankPayout,
  newTransfer,
  type Transfer,
} from "@/dev/sandbox/connect-store";
import { converted } from "@/dev/sandbox/currencies";
import { Refusal } from "@/dev/sandbox/refusal";
import type { Books } from "@/dev/sandbox/store";

/** What people do on an account's form, and what the operator lets happen to it. */
export type AccountAction =
  | "finish"
  | "fail_verification"
  | "later"
  | "refuse_transfers"
  | "bank_refuses"
  | "deauthorize";

type Emit = (type: string, object: object, account?: string) => object;
/** Milliseconds until a payout reaches its bank; null leaves it to the operator. */
export type ConnectOptions = { books: Books; save: () => void; emit: Emit; arrivalMs: number | null };

/** Developers' accounts, transfers to them and payouts to their banks: the part of Stripe Connect that we call. */
export function createConnect(options: ConnectOptions) {
  const { books, save, emit, arrivalMs } = options;
  const timers = new Set<NodeJS.Timeout>();
  const arriveLater = (payout: BankPayout) => {
    if (arrivalMs === null || payout.status !== "pending") return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const account = books.accounts.find(({ id }) => id === payout.sandbox.account);
      settleBankPayout(emit, payout, account?.sandbox.bankRefuses ? "fail" : "arrive");
    }, arrivalMs).unref();
    timers.add(timer);
  };
  for (const payout of books.bankPayouts) arriveLater(payout);
  return {
    openAccount: (asked: Parameters<typeof newAccount>[0]): ConnectedAccount => {
      const account = newAccount(asked);
      books.accounts.push(account);
      save();
      return account;
    },
    actOnAccount: (account: ConnectedAccount, action: AccountAction) => {
      actOnAccount(account, action);
      if (action === "deauthorize") {
        books.accounts.splice(books.accounts.indexOf(account), 1);
        const application = { id: "ca_sandbox", object: "application", name: "Skills marketplace" };
        emit("account.application.deauthorized", application, account.id);
      }
      if (action === "finish" || action === "fail_verification") emit("account.updated", account, account.id);
      save();
    },
    transfer: (asked: Omit<Parameters<typeof newTransfer>[0], "into">): Transfer => {
      const account = books.accounts.find(({ id }) => id === asked.destination);
      if (asked.currency !== "usd")
        throw new Refusal("balance_insufficient", "The platform's balance is in US dollars only.");
      if (account?.capabilities.transfers !== "active")
        throw new Refusal("insufficient_capabilities_for_transfer", "The account cannot take transfers.");
      if (account.sandbox.refusesTransfers)
        throw new Refusal("balance_insufficient", "Insufficient funds for this transfer.");
      const transfer = newTransfer({ ...asked, into: account.default_currency });
      books.transfers.push(transfer);
      emit("transfer.created", transfer);
      return transfer;
    },
    reverse: (transfer: Transfer, cents = transfer.amount - transfer.amount_reversed): void => {
      if (cents <= 0 || transfer.amount_reversed + cents > transfer.amount)
        throw new Refusal("amount_too_large", "There is not so much left to reverse.");
      transfer.amount_reversed += cents;
      transfer.reversed = transfer.amount_reversed === transfer.amount;
      emit("transfer.reversed", transfer);
    },
    payBank: (asked: BankRequest): BankPayout => {
      requireBankPayable(books, asked);
      const payout = newBankPayout(asked);
      books.bankPayouts.push(payout);
      emit("payout.created", payout, payout.sandbox.account);
      arriveLater(payout);
      return payout;
    },
    settle: (payout: BankPayout, outcome: "arrive" | "fail"): boolean => settleBankPayout(emit, payout, outcome),
    close: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

type BankRequest = Parameters<typeof newBankPayout>[0];

/** Throws Refusal when an account cannot send its bank as much. */
function requireBankPayable(books: Books, { account: accountId, amount, currency }: BankRequest): void {
  const account = books.accounts.find(({ id }) => id === accountId);
  if (!account) throw new Refusal("account_invalid", "No access to this account.", 403);
  if (currency !== account.default_currency)
    throw new Refusal(
      "parameter_invalid",
      `Sorry, you don't have any external accounts in that currency (${currency}).`,
    );
  if (currency === "huf" && amount % 100 !== 0)
    throw new Refusal("parameter_invalid_integer", "Payouts in huf are in whole units.");
  if (amount > availableIn(books, accountId))
    throw new Refusal("balance_insufficient", "Insufficient funds in the account.");
}

function actOnAccount(account: ConnectedAccount, action: AccountAction): void {
  const isVerified = action === "finish";
  if (isVerified || action === "fail_verification") {
    account.details_submitted = true;
    const bank = newBankAccount({ country: account.country, currency: account.default_currency });
    account.external_accounts = { object: "list", data: [bank], has_more: false };
    account.payouts_enabled = isVerified;
    account.capabilities.transfers = isVerified ? "active" : "inactive";
    account.requirements.currently_due = isVerified ? [] : ["individual.verification.document"];
  }
  if (action === "refuse_transfers") account.sandbox.refusesTransfers = !account.sandbox.refusesTransfers;
  if (action === "bank_refuses") account.sandbox.bankRefuses = !account.sandbox.bankRefuses;
}

/** What is in a developer's account, in its currency: what was transferred, less what came back and what their bank has. */
export function availableIn({ transfers, bankPayouts }: Books, account: string): number {
  const received = transfers
    .filter(({ destination }) => destination === account)
    .reduce(
      (sum, { amount_reversed, sandbox }) => sum + sandbox.received - converted(amount_reversed, sandbox.into),
      0,
    );
  const paid = bankPayouts
    .filter((payout) => payout.sandbox.account === account && payout.status !== "failed")
    .reduce((sum, { amount }) => sum + amount, 0);
  return received - paid;
}

/** Lets a payout reach its bank, or be refused by it, also days after it seemed to have arrived. Returns whether it changed. */
function settleBankPayout(emit: Emit, payout: BankPayout, outcome: "arrive" | "fail"): boolean {
  if (payout.status === "failed" || (outcome === "arrive" && payout.status === "paid")) return false;
  if (outcome === "arrive") payout.status = "paid";
  else
    Object.assign(payout, {
      status: "failed",
      failure_code: "account_closed",
      failure_message: "The bank account has been closed.",
    });
  emit(outcome === "arrive" ? "payout.paid" : "payout.failed", payout, payout.sandbox.account);
  return true;
}
