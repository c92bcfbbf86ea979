"use client";

import { useState } from "react";
import { SchemaField } from "@/components/skills/schema-form";
import { ApiError } from "@/components/ui/api";
import { CopyButton } from "@/components/ui/copy";
import { Failure } from "@/components/ui/failure";
import { UsageChart } from "@/components/wallet/usage-chart";

const REFUSED = new ApiError(402, {
  code: "insufficient_credits",
  message: "This costs 5 credits; you have 2.5.",
  param: null,
  details: {},
  request_id: "req_4Zt0m3bVYw5sQ1xN",
});
const SCHEMA = {
  type: "object",
  required: ["text"],
  properties: {
    text: { type: "string", title: "Text", description: "What to count.", maxLength: 5000 },
    unit: { enum: ["words", "signs"], title: "Unit" },
    limit: { type: "integer", title: "Limit" },
    isExact: { type: "boolean", title: "Exact" },
    options: {
      type: "object",
      properties: { locale: { type: "string", title: "Locale", maxLength: 10 } },
    },
    tags: { type: "array", title: "Tags" },
  },
};
const DAYS = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];
const ROWS = DAYS.flatMap((date, at) =>
  ["text-statistics", "qr-code", "cron-explained"].map((skill, order) => ({
    date,
    skill,
    calls: (at + 1) * (order + 2),
    failed: at % 2,
    cost: at * 0.01,
  })),
);

/** What answers: failures, a form made from a schema. */
export function Live() {
  const [value, setValue] = useState<unknown>({ text: "How many words is this?" });
  return (
    <div className="grid gap-4">
      <Failure error={REFUSED} retry={() => {}} />
      <Failure error={null} />
      <div>
        <CopyButton text="copied" />
      </div>
      <SchemaField
        schema={SCHEMA}
        root={SCHEMA}
        value={value}
        onChange={setValue}
        name="design"
        path=""
        isRequired
        errors={{ limit: "must be >= 1" }}
      />
    </div>
  );
}

/** The chart of usage with made-up figures. */
export function Charts() {
  return <UsageChart days={DAYS} rows={ROWS} measure="calls" href="/design" day={null} />;
}
