"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { ContentInput, ContentInputs } from "@/app/console/[id]/_components/content-input";
import { bound, type SectionProps } from "@/app/console/[id]/_components/section";
import { Button } from "@/components/ui/button";
import { SelectField, TextArea } from "@/components/ui/field";
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
export function AboutSection({ categories, ...props }: Props) {
  return (
    <Panel title="About">
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-[1fr_14rem]">
          <ContentInput name="name" {...props} />
          <SelectField
            {...bound(props, "category")}
            label="Category"
            options={categories.map(({ slug, title }) => [slug, title] as const)}
          />
        </div>
        <ContentInputs section="about" except={["name"]} {...props} />
        <Readme {...props} />
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
        className="font-mono text-xs!"
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
