"use client";

import { ArrowUpRight } from "lucide-react";
import { useState } from "react";
import { dueText } from "@/app/_lib/words";
import { COUNTRIES } from "@/app/console/earnings/_components/countries";
import { PayoutForm } from "@/app/console/earnings/_components/payout-form";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { SelectField } from "@/components/ui/field";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { PayoutAccountView } from "@/lib/money/payouts/schemas";
import { dollars } from "@/lib/platform/core/dollars";

/** The next step to a payout: connect, finish the form, or ask for a payout. */
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
      <PayoutForm account={account} available={available} isUnderWay={isUnderWay} />
      <Monthly isOn={account.monthly} minimum={account.minimum} />
      <Connect account={account} />
    </div>
  );
}

const CONNECT_WORDS = {
  none: {
    text: "The payment processor pays your earnings to your bank. Its form asks for your identity and bank details; we only see the bank's name and last four digits.",
    label: "Connect an account",
  },
  incomplete: { text: "You haven't finished the payment processor's form.", label: "Continue setup" },
  restricted: {
    text: "The payment processor needs more information before it can pay you:",
    label: "Open the form",
  },
  ready: { text: "", label: "Change bank or details" },
};

function Connect({ account: { state, due, country, countries } }: { account: PayoutAccountView }) {
  const { run, again, isBusy, failure } = useAction();
  const offered = COUNTRIES.filter(({ code }) => countries.includes(code));
  const [chosen, setChosen] = useState(country ?? (countries.includes("US") ? "US" : countries[0]));
  const words = CONNECT_WORDS[state];
  const start = () =>
    run(async () => {
      const { data } = await callApi("POST /v1/developer/payouts/account", {
        body: state === "none" ? { country: chosen } : {},
      });
      window.location.assign(data.url);
    });
  return (
    <div className="grid justify-items-start gap-3">
      {words.text && (
        <p className="max-w-prose text-muted">
          {state === "restricted" && due.length === 0
            ? "The payment processor is still verifying your details."
            : words.text}
        </p>
      )}
      {state === "restricted" && due.length > 0 && (
        <ul className="list-disc pl-5 text-sm">
          {due.map((item) => (
            <li key={item}>{dueText(item)}</li>
          ))}
        </ul>
      )}
      {state === "none" && (
        <SelectField
          name="country"
          label="Country of your bank account and residence"
          hint={`Payouts reach ${offered.length === 1 ? "this country" : `these ${offered.length} countries`} only. You can't change it later.`}
          value={chosen}
          onChange={(event) => setChosen(event.target.value)}
          options={offered.map(({ code, name }) => [code, name])}
        />
      )}
      <Button
        variant={state === "ready" ? "quiet" : "primary"}
        size={state === "ready" ? "sm" : "md"}
        className={state === "ready" ? "-ml-2.5" : ""}
        disabled={isBusy}
        onClick={start}
      >
        {words.label}
        <ArrowUpRight size={14} aria-hidden />
      </Button>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
    </div>
  );
}

function Monthly({ isOn, minimum }: { isOn: boolean; minimum: number }) {
  const [isMonthly, setMonthly] = useState(isOn);
  const { run, again, isBusy, failure } = useAction({ refreshes: true });
  // The switch moves immediately and goes back when the change was refused.
  const change = () =>
    run(async () => {
      setMonthly(!isMonthly);
      const body = { monthly: !isMonthly };
      await callApi("PATCH /v1/developer/payouts/account", { body }).catch((error: unknown) => {
        setMonthly(isMonthly);
        throw error;
      });
    });
  return (
    <div className="grid gap-2 border-t border-line pt-4">
      <div className="flex max-w-xl items-center justify-between gap-3">
        <div>
          <p id="monthly" className="text-sm font-medium">
            Pay out every month
          </p>
          <p className="text-xs text-muted">
            On the 1st, we pay out your available balance if it's at least {dollars(minimum)}.
          </p>
        </div>
        <Switch isOn={isMonthly} onChange={change} isDisabled={isBusy} labelledBy="monthly" />
      </div>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
    </div>
  );
}
