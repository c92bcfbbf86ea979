"use client";

import type { usePromotionCode } from "@/components/skills/use-promotion-code";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { dollars } from "@/lib/platform/core/dollars";

/** Where a buyer enters a promotion code, and what the applied one makes of the price. */
export function PromotionCode({ promotion }: { promotion: ReturnType<typeof usePromotionCode> }) {
  const { applied, apply, remove } = promotion;
  if (applied)
    return (
      <p className="text-xs">
        <strong className="font-medium">{applied.code}</strong>: {dollars(applied.price)} instead of{" "}
        {dollars(applied.full_price)}, also when it renews.{" "}
        <button type="button" className="underline" onClick={remove}>
          Remove code
        </button>
      </p>
    );
  return (
    <details className="text-xs">
      <summary className="text-muted">Promotion code</summary>
      <Form
        by={promotion}
        onSend={(form) => apply(textOf(form, "promotion_code").trim())}
        className="mt-2 grid justify-items-start gap-2"
      >
        <TextField
          name="promotion_code"
          label="Code"
          required
          limit="promotionCode"
          autoComplete="off"
          className="font-mono"
        />
        <FormEnd action="Apply" variant="plain" />
      </Form>
    </details>
  );
}
