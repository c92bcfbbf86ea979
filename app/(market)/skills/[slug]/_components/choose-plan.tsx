"use client";

import { useState } from "react";
import type { BuyProps } from "@/app/(market)/skills/[slug]/_components/buy";
import { BuyWithCode } from "@/app/(market)/skills/[slug]/_components/buy-with-code";
import { RadioGroup } from "@/components/ui/radio-group";

/** A plan as it is offered: its texts, and what buying it needs. */
export type PlanOffered = Pick<BuyProps, "price" | "interval" | "trialDays" | "renewsOn"> & {
  name: string;
  priced: string;
  about: string;
  /** What its charge means. */
  means: string;
};

/** Buys a subscription with one of its plans. */
export function ChoosePlan({ plans, ...buy }: BuyProps & { plans: [PlanOffered, ...PlanOffered[]] }) {
  const [name, setName] = useState(plans[0].name);
  const { priced: _, about, means, name: plan, ...terms } = plans.find((one) => one.name === name) ?? plans[0];
  return (
    <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <RadioGroup
        label="Plan"
        options={plans.map((one) => ({ value: one.name, title: one.name, beside: one.priced }))}
        selected={name}
        onSelect={setName}
      />
      <div className="grid content-start gap-3">
        <p className="text-sm text-muted">{about}</p>
        <BuyWithCode key={plan} {...buy} {...terms} plan={plan} />
        <p className="text-xs text-pretty text-muted">{means}</p>
      </div>
    </div>
  );
}
