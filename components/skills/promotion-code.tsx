"use client";

import type { usePromotionCode } from "@/components/skills/use-promotion-code";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { credits, creditsText } from "@/lib/interfaces/client/format";

/** Where a buyer enters a promotion code, and what the applied one makes of the price. */
export function PromotionCode({ promotion }: { promotion: ReturnType<typeof usePromotionCode> }) {
  const { applied, apply, remove, isBusy, failure, failureBeside, errorAt } = promotion;
  if (applied)
    return (
      <p className="text-xs">
        <strong className="font-medium">{applied.code}</strong>: {credits(applied.price)} instead of{" "}
        {creditsText(applied.full_price)}, also when it renews.{" "}
        <button type="button" className="underline" onClick={remove}>
          Remove code
        </button>
      </p>
    );
  return (
    <details className="text-xs">
      <summary className="text-muted">Promotion code</summary>
      <Form onSend={(form) => apply(textOf(form, "code").trim())} className="mt-2 flex items-end gap-2">
        <Field id="code" label="Code" error={errorAt("promotion_code")}>
          <Input id="code" name="code" required maxLength={32} autoComplete="off" className="font-mono" />
        </Field>
        <Button type="submit" disabled={isBusy}>
          Apply
        </Button>
      </Form>
      {failureBeside(["promotion_code"]) ? <ErrorAlert error={failure} /> : null}
    </details>
  );
}
