"use client";

import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Hint } from "@/components/ui/hint";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Progress } from "@/components/ui/progress";
import { RadioGroup } from "@/components/ui/radio-group";
import { RelativeTime } from "@/components/ui/relative-time";
import { Switch } from "@/components/ui/switch";
import { Tabs } from "@/components/ui/tabs";

const LANGUAGES = ["curl", "TypeScript", "Python", "MCP"];
const TABS = [
  { href: "/design", title: "This page" },
  { href: "/design?tab=other", title: "Another" },
  { href: "/design?tab=third", title: "A third with a longer name" },
];

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 border-b border-line py-3 last:border-0 md:grid-cols-[9rem_1fr]">
      <p className="text-xs text-muted">{title}</p>
      <div className="flex min-w-0 flex-wrap items-center gap-4">{children}</div>
    </div>
  );
}

/** What one sets, chooses and reads, in every state. */
export function Controls() {
  const [isOn, setOn] = useState(true);
  const [isTicked, setTicked] = useState(true);
  const [chosen, setChosen] = useState<"unused" | "full">("unused");
  return (
    <div>
      <Row title="Switch">
        <Switch label="Works" isOn={isOn} onChange={setOn} />
        <Switch label="Off" isOn={false} onChange={() => {}} />
        <Switch label="Cannot be changed, on" isOn onChange={() => {}} isDisabled />
        <Switch label="Cannot be changed, off" isOn={false} onChange={() => {}} isDisabled />
      </Row>
      <Row title="Checkbox">
        <Checkbox aria-label="Works" checked={isTicked} onCheckedChange={setTicked} />
        <Checkbox aria-label="Not ticked" checked={false} />
        <Checkbox aria-label="Cannot be changed" checked disabled />
      </Row>
      <Row title="Radio group">
        <div className="w-full max-w-md">
          <RadioGroup
            label="What to give back"
            options={[
              { value: "unused", title: "The unused rest", beside: "2.5" },
              { value: "full", title: "Everything", beside: "5" },
            ]}
            selected={chosen}
            onSelect={setChosen}
          />
        </div>
      </Row>
      <Row title="Tabs">
        <div className="w-full">
          <Tabs
            label="Languages"
            tabs={LANGUAGES.map((name) => ({ id: name, title: name, content: `What ${name} shows.` }))}
          />
        </div>
      </Row>
      <Row title="Tabs in the address">
        <div className="w-full min-w-0">
          <LinkTabs label="Example" tabs={TABS} current="/design">
            What the server rendered for this address.
          </LinkTabs>
        </div>
      </Row>
      <Row title="Progress">
        <div className="w-60">
          <Progress label="Sending, 60%" share={0.6} />
        </div>
        <div className="w-60">
          <Progress label="Checking every file…" share={null} />
        </div>
      </Row>
      <Row title="Hints">
        <RelativeTime time={new Date(Date.now() - 7_200_000)} />
        <Hint text="Hover, focus or tap says more, in at most a few lines that wrap when they are long.">
          Something with more to say
        </Hint>
      </Row>
    </div>
  );
}
