"use client";

import { ArrowUpRight } from "lucide-react";
import { useState } from "react";
import { COUNTRIES } from "@/components/console/countries";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Input, Select } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import type { PayoutAccountView } from "@/lib/payouts/schemas";

const HOME = "/console/earnings";

/** Runs a write, shows what went wrong, and is busy until the page is left or the write has failed. */
function useWrite() {
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const write = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return { isBusy, write, shown: failure ? <Failure error={failure} /> : null };
}

/** What stands between the developer and their money: connect, finish the form, or ask for a payout. */
export function PayoutPanel({
  account,
  available,
  isUnderWay,
}: {
  account: PayoutAccountView;
  available: number;
  isUnderWay: boolean;
}) {
  if (account.state !== "ready") return <Connect account={account} />;
  return (
    <div className="grid gap-4">
      <PayoutForm available={available} minimum={account.minimum} isUnderWay={isUnderWay} />
      <Monthly isOn={account.monthly} minimum={account.minimum} />
      <Connect account={account} />
    </div>
  );
}

const CONNECT_WORDS = {
  none: {
    text: "Your earnings go to your bank through the payment processor. Its own form asks who you are and where the money goes; we never see either.",
    label: "Connect an account",
  },
  incomplete: { text: "The payment processor's form is not finished yet.", label: "Go on with the form" },
  restricted: {
    text: "The payment processor needs more from you before it can pay you:",
    label: "Open the form",
  },
  ready: { text: "", label: "Change bank or details" },
};

function Connect({ account: { state, due, country } }: { account: PayoutAccountView }) {
  const { isBusy, write, shown } = useWrite();
  const [chosen, setChosen] = useState(country ?? "US");
  const words = CONNECT_WORDS[state];
  const start = () =>
    write(async () => {
      const { data } = await callApi<{ url: string }>("/v1/developer/payouts/account", {
        method: "POST",
        body: state === "none" ? { country: chosen } : {},
      });
      window.location.assign(data.url);
    });
  return (
    <div className="grid justify-items-start gap-3">
      {words.text && (
        <p className="max-w-prose text-muted">
          {state === "restricted" && due.length === 0
            ? "The payment processor is still checking what you told it."
            : words.text}
        </p>
      )}
      {state === "restricted" && due.length > 0 && (
        <ul className="list-disc pl-5 text-sm">
          {due.map((item) => (
            <li key={item}>{item.replace(/[._]/g, " ")}</li>
          ))}
        </ul>
      )}
      {state === "none" && (
        <Field id="country" label="Where you or your company are" hint="Fixed once you are connected.">
          <Select id="country" value={chosen} onChange={(event) => setChosen(event.target.value)}>
            {COUNTRIES.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <Button
        look={state === "ready" ? "quiet" : "primary"}
        size={state === "ready" ? "sm" : "md"}
        className={state === "ready" ? "-ml-2.5" : ""}
        disabled={isBusy}
        onClick={start}
      >
        {words.label}
        <ArrowUpRight size={14} aria-hidden />
      </Button>
      {shown}
    </div>
  );
}

function PayoutForm({
  available,
  minimum,
  isUnderWay,
}: {
  available: number;
  minimum: number;
  isUnderWay: boolean;
}) {
  const { isBusy, write, shown } = useWrite();
  const [amount, setAmount] = useState("");
  // One key a form: pressing twice, or again after an answer was lost, is one payout.
  const [key] = useState(() => crypto.randomUUID());
  const whole = Math.floor(Math.round(available * 1_000_000) / 10_000) / 100;
  const isEnough = whole >= minimum;
  const hint = isUnderWay
    ? "One payout at a time: the next can be asked for when this one has arrived."
    : isEnough
      ? `Empty for everything; at least ${minimum}.`
      : `A payout takes at least ${minimum} credits.`;
  return (
    <form
      className="flex flex-wrap items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void write(async () => {
          await callApi("/v1/developer/payouts", {
            method: "POST",
            body: amount === "" ? {} : { amount: Number(amount) },
            idempotencyKey: `${key}:${amount}`,
          });
          window.location.assign(HOME);
        });
      }}
    >
      <Field id="amount" label="Amount, in US dollars" hint={hint}>
        <Input
          id="amount"
          type="number"
          inputMode="decimal"
          min={minimum}
          max={whole}
          step={0.01}
          placeholder={isEnough ? whole.toFixed(2) : ""}
          value={amount}
          disabled={!isEnough || isUnderWay}
          aria-describedby="amount-hint"
          onChange={(event) => setAmount(event.target.value)}
          className="max-w-52"
        />
      </Field>
      <Button type="submit" look="primary" className="mt-6" disabled={isBusy || !isEnough || isUnderWay}>
        {isBusy ? "Paying out …" : "Pay out"}
      </Button>
      {shown && <div className="basis-full">{shown}</div>}
    </form>
  );
}

function Monthly({ isOn, minimum }: { isOn: boolean; minimum: number }) {
  const [isMonthly, setMonthly] = useState(isOn);
  const { isBusy, write, shown } = useWrite();
  const change = () =>
    write(async () => {
      await callApi("/v1/developer/payouts/account", { method: "PATCH", body: { monthly: !isMonthly } });
      setMonthly(!isMonthly);
      window.location.assign(HOME);
    });
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <div className="flex max-w-xl items-center justify-between gap-3">
        <div>
          <p id="monthly" className="text-sm font-medium">
            Pay out every month
          </p>
          <p className="text-xs text-muted">
            On the 1st, all that is available, when it is at least {minimum} credits.
          </p>
        </div>
        <Switch isOn={isMonthly} onChange={change} isDisabled={isBusy} labelledBy="monthly" />
      </div>
      {shown}
    </div>
  );
}
