"use client";

import { Play, X } from "lucide-react";
import { useState } from "react";
import type { BuyProps } from "@/app/(market)/skills/[slug]/_components/buy";
import { BuyHere } from "@/app/(market)/skills/[slug]/_components/buy-with-code";
import { RunOutcome } from "@/app/(market)/skills/[slug]/_components/outcome";
import { useCall, useElapsed } from "@/app/(market)/skills/[slug]/_components/use-call";
import { useGuestCall } from "@/app/(market)/skills/[slug]/_components/use-guest-call";
import { ChargeFacts } from "@/components/skills/charge-facts";
import { JsonText } from "@/components/skills/json-text";
import { SchemaField } from "@/components/skills/schema-form";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Form } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { useConfirm } from "@/components/ui/use-confirm";
import { ApiError, isPassing } from "@/lib/interfaces/client/api";
import { dollars } from "@/lib/platform/core/dollars";
import { estimateText, type PlanUnits, planEstimateText } from "@/lib/supply/skills/unit-estimate";
import type { UnitShown } from "@/lib/supply/skills/units";

type Schema = Record<string, unknown>;
type Parameters = { value: unknown; setValue: (value: unknown) => void; generation: number };
/** What the next run costs, and what has to be known before it is confirmed. */
export type Charge = {
  name: string;
  amount: number;
  available: number;
  confirmAbove: number;
  /** What a call costs without its units. */
  perCall: number;
  units: readonly UnitShown[];
  /** Those that the viewer's plan includes; null without any. */
  planUnits: PlanUnits | null;
};

type Props = {
  slug: string;
  tool: string | null;
  /** The price that the page shows, above which nothing is run; null when calls are not paid one by one. */
  maxPrice: number | null;
  charge: Charge;
  schema: Schema | null;
  cost: string;
  isSignedIn: boolean;
  /** Whether the viewer is a visitor who may try it without an account. */
  isGuest: boolean;
  /** What has to be bought before a run: the purchase then replaces the run. */
  buy: BuyProps | null;
  /** Whether the viewer's organization has not allowed the skill. */
  isWithheld: boolean;
  parameters: Parameters;
};

/** The form that a schema makes, the call, and what came of it. */
export function TryIt({
  slug,
  tool,
  maxPrice,
  charge,
  schema,
  cost,
  isSignedIn,
  isGuest,
  buy,
  isWithheld,
  parameters,
}: Props) {
  const { value, setValue, generation } = parameters;
  const [isJson, setJson] = useState(schema === null);
  const [own, visiting] = [useCall(slug, tool, maxPrice), useGuestCall(slug, tool, isGuest)];
  const { execute, again, failure } = isGuest ? visiting : own;
  const answer = own.answer ?? visiting.answer;
  const { ask, dialog } = useConfirm({
    question: () => ({
      title: `Run ${charge.name}?`,
      action: `Run for ${dollars(charge.amount)}`,
      isDangerous: false,
      children: (
        <>
          <ChargeFacts amount={charge.amount} available={charge.available} />
          <p>A call that fails is free.</p>
        </>
      ),
    }),
    // The page shows how it goes.
    send: async () => void execute(value),
    isKeyed: false,
  });
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-2">
      <Form
        className="grid content-start gap-4"
        onSend={() => {
          // A form of one field is sent by Enter, even without the button, which only those have who may run it.
          if (!(isSignedIn || isGuest) || buy || isWithheld) return;
          if (charge.amount > charge.confirmAbove) ask();
          else void execute(value);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
        }}
      >
        <div className="flex items-center justify-between">
          <h2 className="text-lg font-semibold">Parameters</h2>
          {schema && (
            <Button size="sm" variant="quiet" onClick={() => setJson(!isJson)}>
              {isJson ? "Form" : "JSON"}
            </Button>
          )}
        </div>
        {isJson || !schema ? (
          <JsonText key={generation} aria-label="Parameters as JSON" rows={12} value={value} onChange={setValue} />
        ) : (
          <SchemaField
            key={generation}
            schema={schema}
            root={schema}
            value={value}
            onChange={setValue}
            name={slug}
            path=""
            isRequired
            errors={errorsOf(failure)}
          />
        )}
        {buy ? (
          <div className="grid gap-2">
            <p className="text-sm">{cost}</p>
            <BuyHere {...buy} label="Subscribe" />
          </div>
        ) : isWithheld ? (
          <p className="text-sm">Your organization hasn’t allowed this skill. You can ask for it beside its price.</p>
        ) : (
          <RunBar
            run={isGuest ? visiting : own}
            // When the parameters say how many units, the cost of this call, updated while one types.
            note={isGuest ? guestNote(visiting.offer) : costOf(charge, value) || cost}
            done={answer && !failure ? `Done. Cost: ${answer.cost}.` : ""}
            way={wayOf(placeOf(slug, tool), { isSignedIn, isGuest, isUsedUp: visiting.offer?.token === null })}
          />
        )}
        <Problem failure={failure} retry={again} />
      </Form>
      {dialog}
      <div className="grid content-start gap-4">
        {answer ? (
          <>
            <RunOutcome outcome={answer} />
            {isGuest && <GuestNext href={wayTo("/register", placeOf(slug, tool))} cost={cost} />}
          </>
        ) : (
          <p className="rounded-lg border border-dashed border-line p-6 text-center text-muted">
            Run the skill to see the result.
          </p>
        )}
      </div>
    </div>
  );
}

/** What a call with these parameters costs; empty where they don't tell. */
const costOf = ({ planUnits, units, perCall }: Charge, parameters: unknown) =>
  planUnits ? planEstimateText(planUnits, parameters) : estimateText(units, perCall, parameters);

/** The address of the form, where a new account continues. */
const placeOf = (slug: string, tool: string | null) => `/skills/${slug}?tab=try${tool === null ? "" : `&tool=${tool}`}`;
const wayTo = (page: "/register" | "/sign-in", place: string) => `${page}?next=${encodeURIComponent(place)}`;

type Way = { title: string; href: string };

/** What replaces Run, for those who may not run the skill. */
function wayOf(place: string, viewer: { isSignedIn: boolean; isGuest: boolean; isUsedUp: boolean }): Way | null {
  if (viewer.isSignedIn || (viewer.isGuest && !viewer.isUsedUp)) return null;
  return viewer.isGuest
    ? { title: "Create an account", href: wayTo("/register", place) }
    : { title: "Sign in to run", href: wayTo("/sign-in", place) };
}

/** What a visitor's run costs, or why there is none. */
function guestNote(offer: ReturnType<typeof useGuestCall>["offer"]): string {
  if (offer?.message) return offer.message;
  return `Free, no account needed.${offer ? ` ${offer.left} ${offer.left === 1 ? "try" : "tries"} left today.` : ""}`;
}

type RunBarProps = {
  run: { isRunning: boolean; cancel: () => void };
  note: string;
  /** What is read aloud once it is done. */
  done: string;
  way: Way | null;
};

/** Run, or the way to it, with what it costs and how it goes. */
function RunBar({ run: { isRunning, cancel }, note, done, way }: RunBarProps) {
  const elapsedMs = useElapsed(isRunning);
  return (
    <div className="flex flex-wrap items-center gap-3">
      {way ? (
        <Link className={buttonStyle({ variant: "primary", size: "lg" })} href={way.href}>
          {way.title}
        </Link>
      ) : (
        // Not disabled, which would take the focus from it; a second press while it runs does nothing.
        <Button variant="primary" size="lg" type="submit" aria-disabled={isRunning}>
          <Play size={14} aria-hidden /> Run
        </Button>
      )}
      {isRunning && (
        <Button variant="quiet" onClick={cancel}>
          <X size={14} aria-hidden /> Cancel
        </Button>
      )}
      <span className="text-xs text-muted" aria-hidden={isRunning}>
        {isRunning ? `Running, ${(elapsedMs / 1000).toFixed(1)} s` : note}
      </span>
      <span role="status" className="sr-only">
        {isRunning ? "Running." : done}
      </span>
    </div>
  );
}

/** What an account adds to what a visitor has just tried. */
function GuestNext({ href, cost }: { href: string; cost: string }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-accent-soft px-4 py-3 text-sm text-accent-ink">
      <span className="min-w-0 flex-1 basis-56">
        With an account: {cost}. You get a key for your agent, and this result stays here.
      </span>
      <Link className={buttonStyle({ variant: "primary", size: "sm" })} href={href}>
        Create an account
      </Link>
    </p>
  );
}

/** The messages of a refused call, at the parameters that they are about. */
function errorsOf(failure: unknown): Record<string, string> {
  if (!(failure instanceof ApiError) || failure.code !== "invalid_request") return {};
  const issues = (failure.details.issues ?? []) as { param: string; message: string }[];
  return Object.fromEntries(issues.map(({ param, message }) => [param, message]));
}

function Problem({ failure, retry }: { failure: unknown; retry: () => void }) {
  if (!failure) return null;
  if (failure instanceof DOMException && failure.name === "AbortError")
    return <p className="text-sm text-muted">Canceled here. If the skill still responds, the call is charged.</p>;
  return <ErrorAlert error={failure} {...(isPassing(failure) && { retry })} />;
}
