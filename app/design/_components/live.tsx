"use client";

import { lazy, Suspense, useState } from "react";
import type { Colour } from "@/components/ui/chart-data";
import { CopyButton } from "@/components/ui/copy";
import { ErrorAlert } from "@/components/ui/error-alert";
import { ApiError } from "@/lib/interfaces/client/api";

const SchemaField = lazy(() =>
  import("@/components/skills/schema-form").then((module) => ({ default: module.SchemaField })),
);

const Chart = lazy(() => import("@/components/ui/chart").then((module) => ({ default: module.Chart })));

const REFUSED = new ApiError(402, {
  code: "insufficient_credits",
  message: "This costs $5; you have $2.50.",
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
const SKILLS: [string, Colour][] = [
  ["text-statistics", 1],
  ["qr-code", 2],
  ["cron-explained", 3],
];
const DAYS = ["2026-11-17", "2026-11-18", "2026-11-19", "2026-11-20"];
/** What answers: failures, a form made from a schema. */
export function Live() {
  const [value, setValue] = useState<unknown>({ text: "How many words is this?" });
  return (
    <div className="grid gap-4">
      <ErrorAlert error={REFUSED} retry={() => {}} />
      <ErrorAlert error={null} />
      <div>
        <CopyButton text="copied" />
      </div>
      <Suspense>
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
      </Suspense>
    </div>
  );
}

/** A chart with made-up figures. */
export function Charts() {
  const series = SKILLS.map(([name, colour], order) => ({
    name,
    colour,
    values: DAYS.map((_, at) => (at + 1) * (order + 2)),
  }));
  return (
    <Suspense>
      <Chart title="Calls by day" periods={DAYS} series={series} isStacked>
        <p className="text-sm text-muted">The table of the same figures.</p>
      </Chart>
    </Suspense>
  );
}
