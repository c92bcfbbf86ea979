import { creditsText } from "@/lib/interfaces/client/format";
import { dollars } from "@/lib/supply/skills/price-text";

type Props = {
  amount: number;
  /** Credits that can be spent now. */
  available: number;
  /** What is charged later without asking again. */
  renewal?: string;
};

/** What a charge means, for the question before it: the amount, the balance after it, and what renews. */
export function ChargeFacts({ amount, available, renewal }: Props) {
  const facts = [
    ["Charge", `${creditsText(amount)} (${dollars(amount)})`],
    ["Balance after", `${creditsText(available - amount)}`],
    ...(renewal ? [["Renews", renewal]] : []),
  ];
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
