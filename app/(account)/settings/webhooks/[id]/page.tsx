import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { Deliveries } from "@/app/(account)/settings/webhooks/[id]/_components/deliveries";
import { WebhookActions } from "@/app/(account)/settings/webhooks/[id]/_components/webhook-actions";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { List } from "@/components/ui/list-page";
import { PageHead } from "@/components/ui/panel";
import { DeliveryList, WebhookView } from "@/lib/interfaces/webhooks/schemas";
import * as webhooks from "@/lib/interfaces/webhooks/service";
import { AppError } from "@/lib/platform/core/errors";

export const metadata: Metadata = { title: "Webhook", robots: { index: false } };

const SHOWN = 20;

export default async function WebhookPage({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Promise<{ offset?: string }>;
}) {
  const [{ id }, search] = await Promise.all([params, searchParams]);
  const caller = await requireCaller(`/settings/webhooks/${id}`);
  const page = { limit: SHOWN, offset: readOffset(search.offset) };
  const read = async () => ({
    webhook: WebhookView.parse(await webhooks.get(caller, id)),
    log: DeliveryList.parse(await webhooks.deliveries(caller, id, page)),
  });
  const { webhook, log } = await read().catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  return (
    <>
      <p className="mb-2 text-sm">
        <Link className="text-accent-ink hover:underline" href="/settings/webhooks">
          ← Webhooks
        </Link>
      </p>
      <PageHead title={webhook.description ?? "Webhook"}>
        <span className="break-all">{webhook.url}</span>
      </PageHead>
      <div className="grid gap-4">
        {!webhook.active && (
          <p className="text-sm">
            <Badge tone="bad">disabled</Badge>{" "}
            {webhook.disabled_at
              ? "Deliveries failed for 5 days. Fix the endpoint, then enable the webhook again."
              : "No events are sent until you enable it again."}
          </p>
        )}
        <WebhookActions webhook={webhook} />
        <List
          label="Deliveries"
          panel={{ title: "Deliveries" }}
          path={`/settings/webhooks/${id}`}
          params={{}}
          page={log}
          empty={{ title: "No deliveries yet", text: "Send a test event to see it arrive." }}
          render={(rows) => <Deliveries webhookId={id} rows={rows} />}
        />
      </div>
    </>
  );
}
