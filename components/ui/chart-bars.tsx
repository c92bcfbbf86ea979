"use client";

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axisText, barsOf, COLOURS, type Drawing, figureText, periodText } from "@/components/ui/chart-data";
import { useNavigate } from "@/components/ui/navigation";

/** The bars themselves, one for each period; what is loaded after the page. */
export function ChartBars({ periods, series, isMoney, isStacked, open }: Drawing) {
  const navigate = useNavigate();
  const { keyed, rows } = barsOf({ periods, series });
  const go = (period: string | number | undefined) => {
    if (!open || period === undefined) return;
    const next = new URL(open.href, window.location.origin);
    if (period !== open.current) next.searchParams.set(open.parameter, String(period));
    navigate(`${next.pathname}${next.search}`, { scroll: false });
  };
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 800, height: 220 }}>
      <BarChart
        data={rows}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        onClick={({ activeLabel }) => go(activeLabel)}
        accessibilityLayer={false}
        className={open ? "cursor-pointer" : ""}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="period"
          tickFormatter={periodText}
          tick={{ fontSize: 11, fill: "var(--muted)" }}
          tickLine={false}
          axisLine={{ stroke: "var(--line)" }}
          minTickGap={24}
        />
        <YAxis
          width="auto"
          tickFormatter={axisText}
          allowDecimals={isMoney}
          tick={{ fontSize: 11, fill: "var(--muted)" }}
          tickLine={false}
          axisLine={false}
        />
        <Tooltip
          cursor={{ fill: "var(--raised)" }}
          isAnimationActive={false}
          formatter={(value) => figureText(Number(value), isMoney)}
          labelFormatter={(label) => `${String(label).replace("T", " ").replace(":00Z", "")} (UTC)`}
          contentStyle={{
            background: "var(--surface)",
            border: "1px solid var(--line)",
            borderRadius: 6,
            fontSize: 12,
          }}
          itemStyle={{ color: "var(--fg)", padding: 0 }}
        />
        {keyed.map(({ key, name, colour }) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            {...(isStacked && { stackId: "all" })}
            fill={COLOURS[colour]}
            maxBarSize={36}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}
