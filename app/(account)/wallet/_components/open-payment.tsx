import { DismissPayment } from "@/app/(account)/wallet/_components/dismiss-payment";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import type { OrderView } from "@/lib/money/payments/schemas";
import { dollars } from "@/lib/platform/core/dollars";

type Props = { order: OrderView | null; isCanceled: boolean };

/** A payment that was begun: why its last attempt failed, the way to go on with it, and the way back to its skill. */
export function OpenPayment({ order, isCanceled }: Props) {
  const purpose = order?.skill ? ` for ${order.skill.name}` : "";
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-raised px-4 py-3"
    >
      <p className="min-w-0 wrap-anywhere">
        {isCanceled || !order
          ? "Checkout canceled. Nothing was charged."
          : `You haven't finished paying ${dollars(order.amount)}${purpose}.`}
        {order?.failure && <span className="block text-sm text-muted">{order.failure}</span>}
      </p>
      <span className="flex flex-wrap gap-2">
        {order?.skill && (
          <Link className={buttonStyle()} href={`/skills/${order.skill.slug}`}>
            Back to the skill
          </Link>
        )}
        {order?.checkout_url && <DismissPayment id={order.id} />}
        {order?.checkout_url && (
          <a rel="external" className={buttonStyle({ variant: "primary" })} href={order.checkout_url}>
            Continue payment
          </a>
        )}
      </span>
    </div>
  );
}
