"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

type Tab = { id: string; title: string; content: ReactNode };

/** Several contents of which one is seen, chosen by its tab: arrows move and choose. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <Base.Root defaultValue={tabs[0]?.id ?? null} className="grid gap-2">
      <Base.List aria-label={label} activateOnFocus className="flex gap-1 overflow-x-auto border-b border-line text-sm">
        {tabs.map(({ id, title }) => (
          <Base.Tab
            key={id}
            value={id}
            className="-mb-px border-b-2 border-transparent px-2.5 py-1.5 whitespace-nowrap text-muted hover:text-fg focus-visible:-outline-offset-2 data-active:border-accent data-active:font-medium data-active:text-fg"
          >
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ id, content }) => (
        <Base.Panel
          key={id}
          value={id}
          keepMounted
          // Without scripts no tab can be chosen: then all contents are seen, one below the other.
          render={(props) => <div {...props} hidden={undefined} />}
          className="min-w-0 data-hidden:hidden noscript:data-hidden:block"
        >
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
