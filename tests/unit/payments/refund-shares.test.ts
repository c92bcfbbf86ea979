import { expect, test } from "vitest";
import { centsFor, partsOf } from "@/lib/money/payments/reversal";

test("the tax goes back in proportion: what is sent splits again into the net that left the wallet", () => {
  for (const [amountCents, taxCents] of [
    [1_000n, 190n],
    [999n, 77n],
    [500n, 0n],
    [10_000n, 2_100n],
    [733n, 51n],
  ] as const) {
    const payment = { amountCents, taxCents };
    let returned = 0n;
    let net = 0n;
    for (const part of [1n, 7n, 99n, 1n, 250n]) {
      returned += centsFor(part, returned, payment);
      net += part;
      expect(partsOf(returned, payment).net).toBe(net);
    }
    returned += centsFor(amountCents - net, returned, payment);
    expect(returned).toBe(amountCents + taxCents);
  }
});
