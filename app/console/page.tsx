import type { Metadata } from "next";
import { requireCaller } from "@/app/viewer";
import { ConsoleNav } from "@/components/console/console-nav";
import { StatusBadge } from "@/components/console/status";
import { priceText } from "@/components/skills/price";
import { buttonStyle } from "@/components/ui/button";
import { DataTable } from "@/components/ui/data-table";
import { relative } from "@/components/ui/format";
import { Badge, Empty, PageHead, Panel } from "@/components/ui/panel";
import * as publishing from "@/lib/publishing/service";

export const metadata: Metadata = { title: "Console", robots: { index: false } };

export default async function ConsolePage() {
  const caller = await requireCaller("/console");
  const { data } = await publishing.list(caller);
  const rejected = data.filter(({ status }) => status === "rejected");
  const create = (
    <a href="/console/new" className={buttonStyle({ look: "primary" })}>
      New skill
    </a>
  );
  return (
    <>
      <ConsoleNav current="/console" />
      <PageHead title="Your skills" action={create}>
        Publish an endpoint, a package, or both. Every revision is reviewed; what was approved stays live
        meanwhile.
      </PageHead>
      {rejected.map((skill) => (
        <p key={skill.id} className="mb-3 rounded-lg border border-line bg-raised px-4 py-3">
          <a className="font-medium underline" href={`/console/${skill.id}`}>
            {skill.name}
          </a>{" "}
          was rejected: {skill.rejection_reason ?? "no reason was given"}
        </p>
      ))}
      {data.length === 0 ? (
        <Empty title="Nothing here yet">
          A first skill takes a name, a description and an https endpoint. {create}
        </Empty>
      ) : (
        <Panel>
          <DataTable
            label="Your skills"
            rows={data}
            keyOf={({ id }) => id}
            columns={[
              {
                title: "Skill",
                isMain: true,
                cell: (skill) => (
                  <a className="hover:underline" href={`/console/${skill.id}`}>
                    {skill.name}
                  </a>
                ),
              },
              { title: "Status", cell: (skill) => <StatusBadge status={skill.status} /> },
              {
                title: "Marketplace",
                cell: (skill) =>
                  skill.live ? (
                    <a className="underline" href={`/skills/${skill.slug}`}>
                      live
                    </a>
                  ) : (
                    <Badge>not live</Badge>
                  ),
              },
              { title: "Price", cell: (skill) => priceText(skill) },
              { title: "Changed", cell: (skill) => relative(new Date(skill.updated_at)) },
            ]}
          />
        </Panel>
      )}
    </>
  );
}
