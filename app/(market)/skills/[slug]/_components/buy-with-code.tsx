"use client";

import { useState } from "react";
import { BuyButton, type BuyProps } from "@/app/(market)/skills/[slug]/_components/buy";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";
import { readApi } from "@/lib/client/api";
import { credits } from "@/lib/client/format";

type Applied = { code: string; price: number; full_price: number };

/** Buys a subscription, with a promotion code when the buyer has one: its price is asked for before it is paid. */
export function BuyWithCode(props: BuyProps) {
  const [applied, setApplied] = useState<Applied | null>(null);
  const { run, isBusy, failure, failureBeside, errorAt } = useAction();
  const apply = async (form: FormData) => {
    const code = textOf(form, "code").trim();
    const path = `/v1/skills/${props.slug}/promotion-codes/${encodeURIComponent(code)}`;
    await run(async () => setApplied(await readApi<Applied>(path)));
  };
  return (
    <div className="grid gap-1.5">
      <BuyButton
        key={applied?.code ?? ""}
        {...props}
        {...(applied && { price: applied.price, code: applied.code })}
      />
      {applied ? (
        <p className="text-xs">
          <strong className="font-medium">{applied.code}</strong>: {credits(applied.price)} instead of{" "}
          {credits(applied.full_price)} credits, also when it renews.{" "}
          <button type="button" className="underline" onClick={() => setApplied(null)}>
            Remove code
          </button>
        </p>
      ) : (
        <details className="text-xs">
          <summary className="text-muted">Promotion code</summary>
          <Form onSend={apply} className="mt-2 flex items-end gap-2">
            <Field id="code" label="Code" error={errorAt("promotion_code")}>
              <Input id="code" name="code" required maxLength={32} autoComplete="off" className="font-mono" />
            </Field>
            <Button type="submit" disabled={isBusy}>
              Apply
            </Button>
          </Form>
          {failureBeside(["promotion_code"]) ? <ErrorAlert error={failure} /> : null}
        </details>
      )}
    </div>
  );
}
