import type { Metadata } from "next";
import { requireCaller } from "@/app/_lib/viewer";
import { WebhookForm } from "@/app/(account)/settings/webhooks/_components/webhook-form";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { EVENT_TYPES, EVENTS } from "@/lib/interfaces/webhooks/event-types";
import { WebhookList } from "@/lib/interfaces/webhooks/schemas";
import * as webhooks from "@/lib/interfaces/webhooks/service";

export const metadata: Metadata = { title: "Webhooks", robots: { index: false } };

const TYPES = EVENT_TYPES.filter((type) => type !== "webhook.test").map((type) => ({
  type,
  about: EVENTS[type].about,
}));

export default async function WebhooksPage() {
  const caller = await requireCaller("/settings/webhooks");
  const { data } = WebhookList.parse(await webhooks.list(caller));
  return (
    <>
      <PageHead title="Webhooks">
        We send your account's events to your endpoints, signed.{" "}
        <Link className="text-accent-ink underline" href="/docs/webhooks">
          How to verify them
        </Link>
      </PageHead>
      <div className="grid gap-4">
        {data.length === 0 ? (
          <Empty title="No webhooks yet">Add an endpoint below, then send it a test event.</Empty>
        ) : (
          <Panel title="Endpoints">
            <DataTable
              label="Your webhooks"
              rows={data}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: "Address",
                  isMain: true,
                  cell: ({ id, url }) => (
                    <Link className="break-all text-accent-ink hover:underline" href={`/settings/webhooks/${id}`}>
                      {url}
                    </Link>
                  ),
                },
                { title: "Description", cell: ({ description }) => description ?? "–" },
                { title: "Events", cell: ({ events }) => (events.length === 0 ? "all" : events.length) },
                { title: "State", isTight: true, cell: (row) => <State {...row} /> },
              ]}
            />
          </Panel>
        )}
        <Panel title="New webhook">
          <WebhookForm types={TYPES} />
        </Panel>
      </div>
    </>
  );
}

function State({ active, failing_since }: { active: boolean; failing_since: string | null }) {
  if (!active) return <Badge tone="bad">disabled</Badge>;
  return failing_since ? <Badge tone="warn">failing</Badge> : <Badge tone="ok">active</Badge>;
}
