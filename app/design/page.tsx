import { Download } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { Controls } from "@/app/design/_components/controls";
import { Charts, Live } from "@/app/design/_components/live";
import { Popups } from "@/app/design/_components/popups";
import { HighlightedBlock } from "@/components/code/highlighted";
import { SkillCard } from "@/components/skills/card";
import { SkillIcon } from "@/components/skills/icon";
import { Readme } from "@/components/skills/readme";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { AreaField, SelectField, TextField } from "@/components/ui/field";
import { List } from "@/components/ui/list-page";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { bytes, count } from "@/lib/interfaces/client/format";
import { dollars } from "@/lib/platform/core/dollars";
import { env } from "@/lib/platform/core/env";
import type { SkillView } from "@/lib/supply/skills/schemas";
import { NO_TRUST } from "@/lib/supply/skills/trust-schemas";

export const metadata: Metadata = { title: "Design", robots: { index: false } };

const COLOURS = "bg surface raised line edge fg muted faint accent accent-fg accent-soft accent-ink ok warn bad".split(
  " ",
);
const SIZES = ["text-2xs", "text-xs", "text-sm", "text-base", "text-lg", "text-xl", "text-2xl"];
const VARIANTS = ["primary", "plain", "quiet", "danger"] as const;
const BUTTON_SIZES = ["sm", "md", "lg"] as const;
const TONES: Tone[] = ["plain", "accent", "ok", "warn", "bad"];
const LONG = "A name of the greatest length, Donaudampfschifffahrtsgesellschaftskapitänsmütze and all";
const SKILL: SkillView = {
  id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11",
  slug: "text-statistics",
  name: "Text statistics",
  sample_queries: null,
  description: "Counts words, sentences and reading time of a text, and lists the most frequent words.",
  category: "writing",
  icon: null,
  developer: {
    id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b12",
    name: "Clearpage",
    handle: "clearpage",
    verified: true,
    domain: "example.com",
  },
  pricing_type: "usage",
  price: null,
  subscription_interval: null,
  price_per_call: 0.002,
  free_calls: 25,
  units: [],
  trial_days: 0,
  plans: [],
  price_change: null,
  execution_type: "api",
  version: 1,
  rating: { average: 4.5, count: 12, histogram: [0, 0, 1, 4, 7] },
  trust: NO_TRUST,
  purchase_count: 0,
  call_count: 12_345,
  created_at: "2026-11-20T10:00:00.000Z",
  updated_at: "2026-11-20T10:00:00.000Z",
  published_at: "2026-11-20T10:00:00.000Z",
};
const MARKDOWN =
  "# Heading\n\nA paragraph with **strong**, *light*, `code` and a [link](https://example.com).\n\n## List\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\nconst x = 1;\n```";

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 border-b border-line py-3 last:border-0 md:grid-cols-[9rem_1fr]">
      <p className="text-xs text-muted">{title}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}

/** Every component in every state, for those who build the pages; in local mode only. */
export default function DesignPage() {
  if (env().APP_ENV !== "local") notFound();
  return (
    <>
      <PageHead title="Design" action={<Button variant="primary">The one action</Button>}>
        Every component in every state. This page exists in local mode only.
      </PageHead>
      <div className="grid gap-4">
        <Tokens />
        <Buttons />
        <Fields />
        <Panels />
        <Data />
        <Panel title="Controls">
          <Controls />
        </Panel>
        <Panel title="Above the page">
          <Popups />
        </Panel>
        <Panel title="Live">
          <Live />
        </Panel>
      </div>
    </>
  );
}

function Tokens() {
  return (
    <Panel title="Tokens">
      <Row title="Colours">
        {COLOURS.map((name) => (
          <span key={name} className="grid w-20 gap-1 text-2xs text-muted">
            <span className="h-8 rounded-md border border-line" style={{ background: `var(--${name})` }} aria-hidden />
            {name}
          </span>
        ))}
      </Row>
      <Row title="Type">
        {SIZES.map((size) => (
          <span key={size} className={size}>
            {size} Aa 123
          </span>
        ))}
        <span className="font-mono">mono 0123456789</span>
      </Row>
      <Row title="Radius">
        {["rounded-sm", "rounded-md", "rounded-lg"].map((size) => (
          <span
            key={size}
            className={`grid h-12 w-24 place-items-center border border-edge text-2xs text-muted ${size}`}
          >
            {size}
          </span>
        ))}
      </Row>
      <Row title="Figures">
        <code>{dollars(12.5)}</code>
        <code>{dollars(0.0025)}</code>
        <code>{dollars(1234567.891234)}</code>
        <code>{count(12_345)}</code>
        <code>{bytes(4096)}</code>
        <RelativeTime time={new Date(Date.now() - 7_200_000)} />
      </Row>
    </Panel>
  );
}

function Buttons() {
  return (
    <Panel title="Buttons">
      {VARIANTS.map((variant) => (
        <Row key={variant} title={variant}>
          {BUTTON_SIZES.map((size) => (
            <Button key={size} variant={variant} size={size}>
              {size === "lg" && <Download size={14} aria-hidden />} {size}
            </Button>
          ))}
          <Button variant={variant} disabled>
            disabled
          </Button>
          <a href="#top" className={buttonStyle({ variant })}>
            as a link
          </a>
        </Row>
      ))}
    </Panel>
  );
}

const CHOICES = [
  ["a", "First"],
  ["b", "Second"],
] as const;

function Fields() {
  return (
    <Panel title="Fields">
      <div className="grid gap-4 md:grid-cols-3">
        <TextField name="empty" label="Empty" hint="Help for before one types." placeholder="Placeholder" />
        <TextField name="filled" label="Filled" defaultValue={LONG} />
        <TextField name="wrong" label="Wrong" error="must be a number between 1 and 100" defaultValue="abc" />
        <TextField name="off" label="Disabled" disabled defaultValue="cannot be changed" />
        <SelectField name="choice" label="Choice" defaultValue="b" options={CHOICES} />
        <AreaField
          name="lines"
          label="Long text"
          className="font-mono text-xs!"
          defaultValue={'{\n  "text": "as JSON"\n}'}
        />
      </div>
    </Panel>
  );
}

function Panels() {
  return (
    <>
      <Panel title="Panel with an action" action={<Button size="sm">Action</Button>}>
        <Row title="Badges">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </Row>
        <Row title="Icons">
          {["text-statistics", "qr-code", "meeting-minutes", "cron-explained", "sql-explainer"].map((slug) => (
            <SkillIcon key={slug} slug={slug} />
          ))}
          <SkillIcon slug="large" size={56} />
        </Row>
        <Row title="Markdown">
          <Readme text={MARKDOWN} />
        </Row>
        <Row title="Code">
          <div className="w-full">
            <HighlightedBlock language="sh" code="curl https://market.example.com/v1/health" />
          </div>
        </Row>
      </Panel>
      <Empty title="Nothing here yet">An empty state says what to do next.</Empty>
      <div className="grid gap-3 sm:grid-cols-3">
        <SkillCard skill={SKILL} search="words" isOwned />
        <SkillCard skill={{ ...SKILL, name: LONG, description: LONG.repeat(4), slug: "long" }} />
        <SkillCard
          skill={{
            ...SKILL,
            slug: "unrated",
            pricing_type: "subscription",
            price: 5,
            execution_type: "both",
            rating: { average: null, count: 0, histogram: [0, 0, 0, 0, 0] },
            call_count: 0,
          }}
        />
      </div>
    </>
  );
}

function Data() {
  const rows = [
    { id: "1", name: "text-statistics", state: "succeeded", cost: 0.002 },
    { id: "2", name: LONG, state: "upstream_timeout", cost: 0 },
  ];
  return (
    <>
      <List
        label="Example"
        panel={{ title: "List" }}
        path="/design"
        params={{}}
        page={{ data: rows, offset: 20, limit: 20, total: 55, has_more: true }}
        keyOf={({ id }) => id}
        empty={{ title: "No rows" }}
        columns={[
          { title: "Skill", isMain: true, cell: ({ name }) => name },
          {
            title: "Outcome",
            cell: ({ state }) => <Badge tone={state === "succeeded" ? "ok" : "bad"}>{state}</Badge>,
          },
          { title: "Cost", isNumber: true, cell: ({ cost }) => dollars(cost) },
        ]}
      />
      <Panel title="Chart">
        <Charts />
      </Panel>
    </>
  );
}
