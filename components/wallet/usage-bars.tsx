"use client";

import { useRouter } from "next/navigation";
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { credits } from "@/components/ui/format";
import { type Measure, OTHERS, stack, type UsageRow } from "@/components/wallet/usage-rows";

const HUES = [195, 55, 285, 150, 330, 95, 240];
const HEIGHT = 220;
const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });
const dateText = (date: string) => DATE.format(new Date(date));
const colourOf = (name: string, at: number) =>
  name === OTHERS ? "var(--faint)" : `oklch(var(--hue-light) 0.1 ${HUES[at % HUES.length]})`;

export type UsageBarsProps = {
  days: string[];
  rows: UsageRow[];
  measure: Measure;
  /** The address of this page but for its `day`. */
  href: string;
  day: string | null;
};

/** Stacked bars, one for each UTC day, in a colour for each skill. A click on a day narrows the table to it. */
export function UsageBars({ days, rows, measure, href, day }: UsageBarsProps) {
  const router = useRouter();
  const { series, bars } = stack(days, rows, measure);
  const figure = (value: number) => (measure === "cost" ? `${credits(value)} credits` : credits(value));
  const open = (date: string | number | undefined) => {
    if (date === undefined) return;
    const next = new URL(href, window.location.origin);
    if (date !== day) next.searchParams.set("day", String(date));
    router.push(`${next.pathname}${next.search}`, { scroll: false });
  };
  return (
    <>
      <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 800, height: HEIGHT }}>
        <BarChart
          data={bars}
          margin={{ top: 4, right: 0, bottom: 0, left: 0 }}
          onClick={({ activeLabel }) => open(activeLabel)}
          accessibilityLayer={false}
          className="cursor-pointer"
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="date"
            tickFormatter={dateText}
            tick={{ fontSize: 11, fill: "var(--muted)" }}
            tickLine={false}
            axisLine={{ stroke: "var(--line)" }}
            minTickGap={24}
          />
          <YAxis
            width={44}
            allowDecimals={measure === "cost"}
            tick={{ fontSize: 11, fill: "var(--muted)" }}
            tickLine={false}
            axisLine={false}
          />
          <Tooltip
            cursor={{ fill: "var(--raised)" }}
            isAnimationActive={false}
            formatter={(value) => figure(Number(value))}
            labelFormatter={(label) => `${label} (UTC)`}
            contentStyle={{
              background: "var(--surface)",
              border: "1px solid var(--line)",
              borderRadius: 6,
              fontSize: 12,
            }}
            itemStyle={{ color: "var(--fg)", padding: 0 }}
          />
          {series.map((name, at) => (
            <Bar
              key={name}
              dataKey={name}
              stackId="day"
              fill={colourOf(name, at)}
              maxBarSize={36}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      </ResponsiveContainer>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {series.map((name, at) => (
          <li key={name} className="flex items-center gap-1.5">
            <svg width={8} height={8} aria-hidden="true">
              <rect width={8} height={8} rx={2} fill={colourOf(name, at)} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}
