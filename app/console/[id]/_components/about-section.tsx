"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { bound, type SectionProps } from "@/app/console/[id]/_components/section";
import { Button } from "@/components/ui/button";
import { AreaField, SelectField, TextArea, TextField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";

const Preview = dynamic(
  () =>
    import("@/app/console/[id]/_components/safe-markdown").then(({ SafeMarkdown }) => ({
      default: SafeMarkdown,
    })),
  { loading: () => <p className="text-sm text-muted">Rendering the preview…</p> },
);

type Props = SectionProps & { categories: readonly { slug: string; title: string }[] };

/** What people read before they buy. */
export function AboutSection({ categories, ...section }: Props) {
  return (
    <Panel title="About">
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-[1fr_14rem]">
          <TextField {...bound(section, "name")} label="Name" maxLength={100} />
          <SelectField
            {...bound(section, "category")}
            label="Category"
            options={categories.map(({ slug, title }) => [slug, title] as const)}
          />
        </div>
        <AreaField
          {...bound(section, "description")}
          label="Short description"
          hint={`What it does, in a sentence or two, for cards and agents. ${section.state.description.length} of 1,024.`}
          maxLength={1024}
          rows={2}
          className="min-h-14"
        />
        <Readme {...section} />
      </div>
    </Panel>
  );
}

function Readme({ state, change, errorAt }: SectionProps) {
  const [isPreview, setPreview] = useState(false);
  const error = errorAt("readme");
  return (
    <div className="grid gap-1">
      <div className="flex items-end justify-between gap-3">
        <label htmlFor="readme" className="text-sm font-medium">
          Readme (Markdown)
        </label>
        <div className="flex gap-1">
          {(["Write", "Preview"] as const).map((title) => (
            <Button
              key={title}
              size="sm"
              variant="quiet"
              aria-pressed={isPreview === (title === "Preview")}
              className="aria-pressed:bg-raised aria-pressed:text-fg"
              onClick={() => setPreview(title === "Preview")}
            >
              {title}
            </Button>
          ))}
        </div>
      </div>
      <TextArea
        id="readme"
        rows={12}
        className="font-mono text-xs"
        hidden={isPreview}
        value={state.readme}
        onChange={(event) => change({ readme: event.target.value })}
      />
      {isPreview && (
        <div className="min-h-48 rounded-md border border-line p-4">
          {state.readme.trim() ? (
            <Preview text={state.readme} />
          ) : (
            <p className="text-sm text-muted">Nothing written yet.</p>
          )}
        </div>
      )}
      {error ? (
        <p role="alert" className="text-xs text-bad">
          {error}
        </p>
      ) : (
        <p className="text-xs text-muted">Describe parameters, results and limits. At most 64 KiB.</p>
      )}
    </div>
  );
}
