"use client";

import { Play, X } from "lucide-react";
import { useState } from "react";
import type { BuyProps } from "@/app/(market)/skills/[slug]/_components/buy";
import { BuyHere } from "@/app/(market)/skills/[slug]/_components/buy-with-code";
import { type Executed, useCall } from "@/app/(market)/skills/[slug]/_components/use-call";
import { LiveBlock } from "@/components/code/live-block";
import { ChargeFacts } from "@/components/skills/charge-facts";
import { JsonText } from "@/components/skills/json-text";
import { SchemaField } from "@/components/skills/schema-form";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Form } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { useConfirm } from "@/components/ui/use-confirm";
import { type Answered, ApiError, isPassing } from "@/lib/interfaces/client/api";
import { dollars } from "@/lib/platform/core/dollars";

type Schema = Record<string, unknown>;
type Parameters = { value: unknown; setValue: (value: unknown) => void; generation: number };
/** What the next run costs, and what has to be known before it is confirmed. */
export type Charge = { name: string; amount: number; available: number; confirmAbove: number };

type Props = {
  slug: string;
  /** The price that the page shows, above which nothing is run; null when calls are not paid one by one. */
  maxPrice: number | null;
  charge: Charge;
  schema: Schema | null;
  cost: string;
  isSignedIn: boolean;
  /** What has to be bought before a run: the purchase then stands in place of the run. */
  buy: BuyProps | null;
  parameters: Parameters;
};

/** The form that a schema makes, the call, and what came of it. */
export function TryIt({ slug, maxPrice, charge, schema, cost, isSignedIn, buy, parameters }: Props) {
  const { value, setValue, generation } = parameters;
  const [isJson, setJson] = useState(schema === null);
  const call = useCall(slug, maxPrice);
  const { execute, again, answer, failure } = call;
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
          if (!isSignedIn || buy) return;
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
        ) : (
          <RunBar slug={slug} isSignedIn={isSignedIn} cost={cost} call={call} />
        )}
        <Problem failure={failure} retry={again} />
      </Form>
      {dialog}
      <div className="grid content-start gap-4">
        {answer ? (
          <Outcome answer={answer} />
        ) : (
          <p className="rounded-lg border border-dashed border-line p-6 text-center text-muted">
            Run the skill to see the result.
          </p>
        )}
      </div>
    </div>
  );
}

type RunBarProps = Pick<Props, "slug" | "isSignedIn" | "cost"> & { call: ReturnType<typeof useCall> };

/** Run, or the way to it, with what it costs and how it goes. */
function RunBar({ slug, isSignedIn, cost, call }: RunBarProps) {
  const { elapsedMs, isRunning, cancel, answer, failure } = call;
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isSignedIn ? (
        // Not disabled, which would take the focus from it; a second press while it runs does nothing.
        <Button variant="primary" size="lg" type="submit" aria-disabled={isRunning}>
          <Play size={14} aria-hidden /> Run
        </Button>
      ) : (
        <Link
          className={buttonStyle({ variant: "primary", size: "lg" })}
          href={`/sign-in?next=${encodeURIComponent(`/skills/${slug}?tab=try`)}`}
        >
          Sign in to run
        </Link>
      )}
      {isRunning && (
        <Button variant="quiet" onClick={cancel}>
          <X size={14} aria-hidden /> Cancel
        </Button>
      )}
      <span className="text-xs text-muted" aria-hidden={isRunning}>
        {isRunning ? `Running, ${(elapsedMs / 1000).toFixed(1)} s` : cost}
      </span>
      <span role="status" className="sr-only">
        {isRunning ? "Running." : answer && !failure ? `Done. Cost: ${costOf(answer.data)}.` : ""}
      </span>
    </div>
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

/** What a call has cost. */
function costOf({ usage }: Executed): string {
  return usage.free || usage.cost === 0 ? "Free" : dollars(usage.cost);
}

function Outcome({ answer: { data, requestId } }: { answer: Answered<Executed> }) {
  const { usage, balance, result } = data;
  const svg =
    typeof result === "object" && result !== null && "svg" in result && typeof result.svg === "string"
      ? result.svg
      : null;
  return (
    <div className="grid gap-3">
      <p className="text-xs text-muted">
        <strong className="text-ok">{usage.duration_ms} ms</strong> · {costOf(data)} · Balance:{" "}
        {dollars(balance.available)} · <code>{requestId}</code>
      </p>
      {svg && (
        <img
          alt="What the skill drew"
          className="size-40 rounded-md border border-line bg-white"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
        />
      )}
      <LiveBlock label="Result" language="json" code={JSON.stringify(result, null, 2)} />
    </div>
  );
}
