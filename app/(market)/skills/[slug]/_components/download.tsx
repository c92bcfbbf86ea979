"use client";

import { useQuery } from "@tanstack/react-query";
import { ChargeFacts } from "@/components/skills/charge-facts";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { useConfirm } from "@/components/ui/use-confirm";
import { ApiError, downloadApi } from "@/lib/interfaces/client/api";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import type { Balance } from "@/lib/money/ledger/schemas";
import { dollars } from "@/lib/platform/core/dollars";

type Props = { slug: string; name: string; variant: "primary" | "plain"; balance: Balance };

/** What the API would charge for a download that was allowed to charge less; null when it failed for another reason. */
function priceIn(error: unknown): number | null {
  if (!(error instanceof ApiError) || error.code !== "price_changed") return null;
  return typeof error.details.price === "number" ? error.details.price : null;
}

/**
 * Downloads a package. It asks for one that costs nothing first, which a repeated download is, too; when there is none, it
 * asks the buyer before it charges.
 */
export function DownloadButton({ slug, name, variant, balance }: Props) {
  const { available } = useQuery({ ...walletQueries.balance, initialData: balance }).data;
  const effects = { invalidates: [walletQueries.balance.queryKey], refreshes: true };
  const { run, isBusy, failure } = useAction(effects);
  const save = (most: number) => downloadApi(`/v1/skills/${slug}/download?max_price=${most}`);
  const { ask, dialog, ...paying } = useConfirm({
    ...effects,
    question: (price: number) => ({
      title: `Download ${name}?`,
      action: `Download for ${dollars(price)}`,
      isDangerous: false,
      children: (
        <>
          <ChargeFacts amount={price} available={available} />
          <p>Downloading it again within 24 hours is free.</p>
        </>
      ),
    }),
    isKeyed: false,
    send: (price) =>
      save(price).catch((error: unknown) => {
        const risen = priceIn(error);
        if (risen === null) throw error;
        ask(risen);
        throw new Error(`The price is now ${dollars(risen)}. Nothing was charged.`);
      }),
    onDone: (_, price) => notify(`Downloaded. ${dollars(price)} charged.`),
  });
  const start = () =>
    run(async () => {
      try {
        await save(0);
        notify("Downloaded at no charge.");
      } catch (error) {
        const price = priceIn(error);
        if (price === null) throw error;
        ask(price);
      }
    });
  return (
    <>
      <Button variant={variant} size="lg" onClick={start} disabled={isBusy || paying.isBusy}>
        {isBusy || paying.isBusy ? "Downloading…" : "Download"}
      </Button>
      {dialog}
      {failure ? <ErrorAlert error={failure} retry={start} /> : null}
    </>
  );
}
