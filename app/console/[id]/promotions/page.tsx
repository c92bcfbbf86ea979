import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireSkill } from "@/app/console/[id]/_lib/skill";
import { EndCode } from "@/app/console/[id]/promotions/_components/end-code";
import { NewCode } from "@/app/console/[id]/promotions/_components/new-code";
import { Offers } from "@/app/console/[id]/promotions/_components/offers";
import { Badge, type Tone } from "@/components/ui/badge";
import { List } from "@/components/ui/list-page";
import { Empty, Panel } from "@/components/ui/panel";
import * as offers from "@/lib/demand/purchases/plan-offers";
import * as promotions from "@/lib/demand/purchases/promotion-codes";
import { PromotionList } from "@/lib/demand/purchases/promotion-schemas";
import { count, day } from "@/lib/interfaces/client/format";
import { dollars } from "@/lib/platform/core/dollars";

export const metadata: Metadata = { title: "Promotion codes", robots: { index: false } };

const PAGE_SIZE = 50;
const STATES: Record<string, [word: string, tone: Tone]> = {
  active: ["active", "ok"],
  used_up: ["used up", "plain"],
  expired: ["expired", "plain"],
  ended: ["ended", "plain"],
};

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ offset?: string }> };

export default async function PromotionsPage({ params, searchParams }: Props) {
  const [{ id }, { offset }] = [await params, await searchParams];
  const { caller, skill } = await requireSkill(id);
  const asked = { limit: PAGE_SIZE, offset: readOffset(offset) };
  const [page, offered] = await Promise.all([
    promotions.list(caller, id, asked).then((list) => PromotionList.parse(list)),
    offers.list(caller, id),
  ]);
  const takesCodes = skill.pricing_type === "subscription";
  return (
    <div className="grid gap-4">
      {(takesCodes && skill.live) || offered.total > 0 ? (
        <Offers id={id} hasCalls={skill.execution_type !== "download"} page={offered} />
      ) : null}
      {takesCodes ? (
        <Panel title="New code">
          <NewCode id={id} />
        </Panel>
      ) : (
        <Empty title="No promotion codes while this skill is paid per call">
          Codes lower the price of subscriptions. Give free calls instead: you set them with the price.
        </Empty>
      )}
      {(takesCodes || page.total > 0) && (
        <List
          label="Promotion codes"
          panel={{ title: "Codes" }}
          path={`/console/${id}/promotions`}
          params={{}}
          page={page}
          keyOf={(row) => row.id}
          empty={{ title: "No codes yet", text: "Buyers enter a code on the skill's page before they pay." }}
          columns={[
            { title: "Code", isMain: true, cell: ({ code }) => <code className="text-xs">{code}</code> },
            {
              title: "Off",
              cell: ({ percent_off, amount_off }) =>
                percent_off === null ? dollars(amount_off ?? 0) : `${percent_off}%`,
            },
            {
              title: "Used",
              cell: ({ uses, max_uses }) => (max_uses === null ? count(uses) : `${count(uses)} of ${count(max_uses)}`),
            },
            { title: "Until", cell: ({ ends_at }) => (ends_at ? day(ends_at) : "–") },
            {
              title: "State",
              cell: ({ state }) => <Badge tone={STATES[state]?.[1] ?? "plain"}>{STATES[state]?.[0] ?? state}</Badge>,
            },
            {
              title: "Actions",
              isAction: true,
              cell: (row) => (row.state === "active" ? <EndCode id={id} promotion={row.id} code={row.code} /> : null),
            },
          ]}
        />
      )}
    </div>
  );
}
