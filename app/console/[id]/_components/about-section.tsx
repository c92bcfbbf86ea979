"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { SectionProps } from "@/app/console/[id]/_components/section";
import { Button } from "@/components/ui/button";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";

const Preview = dynamic(
  () => import("@/components/skills/markdown").then(({ SafeMarkdown }) => ({ default: SafeMarkdown })),
  { loading: () => <p className="text-sm text-muted">Rendering the preview…</p> },
);

type Props = SectionProps & { categories: readonly { slug: string; title: string }[] };

/** What people read before they buy. */
export function AboutSection({ state, change, errorAt, categories }: Props) {
  return (
    <Panel title="About">
      <div className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-[1fr_14rem]">
          <Field id="name" label="Name" error={errorAt("name")}>
            <Input
              id="name"
              maxLength={100}
              value={state.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </Field>
          <Field id="category" label="Category" error={errorAt("category")}>
            <Select
              id="category"
              value={state.category}
              onChange={(event) => change({ category: event.target.value })}
            >
              {categories.map(({ slug, title }) => (
                <option key={slug} value={slug}>
                  {title}
                </option>
              ))}
            </Select>
          </Field>
        </div>
        <Field
          id="description"
          label="Short description"
          hint={`What it does, in a sentence or two: cards and agents show this. ${state.description.length} of 1,024.`}
          error={errorAt("description")}
        >
          <TextArea
            id="description"
            maxLength={1024}
            rows={2}
            className="min-h-14"
            value={state.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <Readme state={state} change={change} errorAt={errorAt} />
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
        <p className="text-xs text-muted">
          What each parameter means, what comes back, where it ends. At most 64 KiB.
        </p>
      )}
    </div>
  );
}
