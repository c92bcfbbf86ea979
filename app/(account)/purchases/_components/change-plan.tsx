"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import { RadioGroup } from "@/components/ui/radio-group";
import { useAction, useSpending } from "@/components/ui/use-action";
import { callApi, type ResultOf } from "@/lib/interfaces/client/api";
import { dayText } from "@/lib/interfaces/client/renewal";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import { dollars } from "@/lib/platform/core/dollars";
import { planPrice, planText } from "@/lib/supply/skills/plan-text";

type Props = {
  id: string;
  skill: { slug: string; name: string };
  /** The plan that it has, or will have when its term ends; null for a single price. */
  plan: string | null;
};
type Plan = ResultOf<"GET /v1/skills/{slug}">["plans"][number];
type Quote = ResultOf<"GET /v1/purchases/{id}/plan">;

/** Changes the plan of a running purchase, after what that charges has been shown. */
export function ChangePlan({ id, skill, plan }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [plans, setPlans] = useState<Plan[]>([]);
  const [chosen, setChosen] = useState("");
  const [quote, setQuote] = useState<Quote | null>(null);
  const reading = useAction();
  const spending = useSpending<Quote, { data: ResultOf<"POST /v1/purchases/{id}/plan"> }>({
    send: async ({ plan, price }, idempotencyKey) =>
      callApi("POST /v1/purchases/{id}/plan", { params: { id }, body: { plan, max_price: price }, idempotencyKey }),
    onDone: ({ data }) => {
      setOpen(false);
      notify(doneText(data, skill.name));
    },
    invalidates: [walletQueries.balance.queryKey],
    refreshes: true,
  });
  const open = () => {
    setOpen(true);
    setChosen("");
    setQuote(null);
    void reading.run(async () => {
      const [{ data }, offers] = await Promise.all([
        callApi("GET /v1/skills/{slug}", { params: { slug: skill.slug } }),
        callApi("GET /v1/offers", {}),
      ]);
      const own = offers.data.data.filter((offer) => offer.skill.slug === skill.slug);
      setPlans([...own.map((offer) => offer.plan), ...data.plans]);
    });
  };
  const choose = (name: string) => {
    setChosen(name);
    setQuote(null);
    void reading.run(async () => {
      setQuote((await callApi("GET /v1/purchases/{id}/plan", { params: { id }, query: { plan: name } })).data);
    });
  };
  const failure = spending.failure ?? reading.failure;
  return (
    <>
      <Button size="sm" onClick={open}>
        Change plan
      </Button>
      <LazyDialog
        title={`Change the plan of ${skill.name}`}
        about={plan ? `You have ${plan}.` : "You have its former price."}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <div className="grid gap-4">
          <RadioGroup
            label="Plan"
            options={plans.map((one) => ({ value: one.name, title: one.name, beside: planPrice(one) }))}
            selected={chosen}
            onSelect={choose}
          />
          {/* As tall before a plan is chosen. */}
          <div className="grid min-h-18 content-start gap-1 text-sm" aria-live="polite">
            {quote && <Charges quote={quote} about={plans.find(({ name }) => name === quote.plan)} />}
          </div>
          {failure ? <ErrorAlert error={failure} /> : null}
          <div>
            <Button
              variant="primary"
              disabled={!quote || spending.isBusy || reading.isBusy}
              onClick={() => quote && void spending.spend(quote)}
            >
              {quote ? actionText(quote) : "Change plan"}
            </Button>
          </div>
        </div>
      </LazyDialog>
    </>
  );
}

/** What a change charges, and when the plan begins. */
function Charges({ quote, about }: { quote: Quote; about: Plan | undefined }) {
  return (
    <>
      {about && <p className="text-muted">{planText({ ...about, trial_days: 0 })}</p>}
      <p>{chargeText(quote)}</p>
    </>
  );
}

const inCents = (amount: number) => dollars(Math.round(amount * 100) / 100);

function chargeText({ applies, price, credit: unused, charge, starts_at, ends_at, interval }: Quote): string {
  if (applies === "same")
    return `This is your plan. It renews on ${dayText(ends_at)}; any change for then is withdrawn.`;
  if (applies === "later")
    return `It starts on ${dayText(starts_at)}, when your term ends, and ${price === 0 ? "is free" : `costs ${dollars(price)} every ${interval}`} from then. Nothing is charged now.`;
  if (unused === 0)
    return `It starts now. You pay ${dollars(price)}. It renews on ${dayText(ends_at)} for ${dollars(price)}.`;
  // What is unused falls by the second.
  return `It starts now. You pay about ${inCents(charge)}: ${dollars(price)} less ${inCents(unused)} for the unused part of your term. It renews on ${dayText(ends_at)} for ${dollars(price)}.`;
}

function actionText({ applies, charge }: Quote): string {
  if (applies === "same") return "Keep this plan";
  return applies === "later" ? "Change at the end of the term" : `Pay ${inCents(charge)} and change`;
}

function doneText({ change, purchase }: ResultOf<"POST /v1/purchases/{id}/plan">, name: string): string {
  if (change === "scheduled")
    return `${name} changes to ${purchase.next_plan?.name} on ${dayText(purchase.current_period_end)}.`;
  return change === "changed"
    ? `Your plan of ${name} is now ${purchase.plan}.`
    : `${name} stays on ${purchase.plan ?? "its plan"}.`;
}
