"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ChargeFacts } from "@/components/skills/charge-facts";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { ApiError, downloadApi } from "@/lib/interfaces/client/api";
import { creditsText } from "@/lib/interfaces/client/format";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import type { Balance } from "@/lib/money/ledger/schemas";

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
  const { run, isBusy, failure } = useAction({
    invalidates: [walletQueries.balance.queryKey],
    refreshes: true,
  });
  const [price, setPrice] = useState(0);
  const [isAsking, setAsking] = useState(false);
  const save = (most: number) => downloadApi(`/v1/skills/${slug}/download?max_price=${most}`);
  const start = () =>
    run(async () => {
      try {
        await save(0);
        notify("Downloaded at no charge.");
      } catch (error) {
        const asked = priceIn(error);
        if (asked === null) throw error;
        setPrice(asked);
        setAsking(true);
      }
    });
  const pay = async () => {
    let failed: unknown;
    await run(async () => {
      await save(price).catch((error: unknown) => {
        failed = error;
      });
    });
    if (!failed) return notify(`Downloaded. ${creditsText(price)} charged.`);
    const risen = priceIn(failed);
    if (risen === null) throw failed;
    setPrice(risen);
    throw new Error(`The price is now ${creditsText(risen)}. Nothing was charged.`);
  };
  return (
    <>
      <Button variant={variant} size="lg" onClick={start} disabled={isBusy}>
        {isBusy ? "Downloading…" : "Download"}
      </Button>
      <LazyAlertDialog
        title={`Download ${name}?`}
        action={`Download for ${creditsText(price)}`}
        isDangerous={false}
        isOpen={isAsking}
        onConfirm={pay}
        onClose={() => setAsking(false)}
      >
        <ChargeFacts amount={price} available={available} />
        <p>Downloading it again within 24 hours is free.</p>
      </LazyAlertDialog>
      {failure ? <ErrorAlert error={failure} retry={start} /> : null}
    </>
  );
}
