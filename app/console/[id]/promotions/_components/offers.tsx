import type { z } from "zod";
import { NewOffer } from "@/app/console/[id]/promotions/_components/new-offer";
import { WithdrawOffer } from "@/app/console/[id]/promotions/_components/withdraw-offer";
import { CopyButton } from "@/components/ui/copy";
import { List } from "@/components/ui/list-page";
import { Panel } from "@/components/ui/panel";
import type { PlanOfferList } from "@/lib/demand/purchases/plan-offer-schemas";
import { day } from "@/lib/interfaces/client/format";
import { includedText, planPrice } from "@/lib/supply/skills/plan-text";

type Props = { id: string; hasCalls: boolean; page: z.input<typeof PlanOfferList> };

/** Plans that one account each is offered, and the form for another. */
export function Offers({ id, hasCalls, page }: Props) {
  return (
    <>
      <Panel title="New private offer">
        <NewOffer id={id} hasCalls={hasCalls} />
      </Panel>
      <List
        label="Private offers"
        panel={{ title: "Private offers" }}
        path={`/console/${id}/promotions`}
        params={{}}
        page={page}
        keyOf={(row) => row.id}
        empty={{ title: "No private offers", text: "A private offer is a plan that one account can see and buy." }}
        columns={[
          { title: "Account", isMain: true, cell: ({ account }) => `${account.name} (${account.handle})` },
          { title: "Plan", cell: ({ plan }) => plan.name },
          { title: "Price", isTight: true, cell: ({ plan }) => planPrice(plan) },
          { title: "Includes", cell: ({ plan }) => includedText(plan) },
          { title: "Since", cell: ({ created_at }) => day(created_at) },
          {
            title: "Actions",
            isAction: true,
            cell: ({ id: offer, plan, url }) => (
              <span className="flex flex-wrap gap-1">
                <CopyButton text={url} label="Copy link" />
                <WithdrawOffer id={id} offer={offer} name={plan.name} />
              </span>
            ),
          },
        ]}
      />
    </>
  );
}
