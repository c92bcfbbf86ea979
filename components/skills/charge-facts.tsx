import { dollars } from "@/lib/platform/core/dollars";

type Props = {
  amount: number;
  available: number;
  /** What is charged later without asking again. */
  renewal?: string;
};

/** What a charge means, for the question before it: the amount, the balance after it, and what renews. */
export function ChargeFacts({ amount, available, renewal }: Props) {
  const facts = [
    ["Charge", dollars(amount)],
    ["Balance after", dollars(available - amount)],
    ...(renewal ? [["Renews", renewal]] : []),
  ];
  return <FactLines facts={facts} />;
}

/** What is asked about, a line each. */
export function FactLines({ facts }: { facts: readonly (readonly string[])[] }) {
  return (
    <dl className="grid gap-1.5">
      {facts.map(([title, value]) => (
        <div key={title} className="flex justify-between gap-6">
          <dt className="shrink-0">{title}</dt>
          <dd className="text-right text-fg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
