"use client";

import { useState } from "react";
import { type EditedSkill, fieldsOf } from "@/components/console/fields";
import { ApiError, callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { CATEGORIES } from "@/lib/skills/categories";

/** Creates or changes a skill. Content that changes after a submission goes back to review, and the form says so. */
export function SkillForm({ skill }: { skill: EditedSkill | null }) {
  const [failure, setFailure] = useState<unknown>(null);
  const [pricing, setPricing] = useState(skill?.pricing_type ?? "usage");
  const [execution, setExecution] = useState(skill?.execution_type ?? "api");
  const issues =
    failure instanceof ApiError
      ? ((failure.details.issues ?? []) as { param: string; message: string }[])
      : [];
  const errorAt = (param: string) =>
    issues.find((issue) => issue.param === param || issue.param.startsWith(`${param}.`))?.message ??
    (failure instanceof ApiError && failure.param === param ? failure.message : undefined);
  const save = async (form: FormData, submit: boolean) => {
    setFailure(null);
    try {
      const body = { ...fieldsOf(form, skill !== null), ...(submit && { submit: true }) };
      const path = skill ? `/v1/developer/skills/${skill.id}` : "/v1/developer/skills";
      const { data } = await callApi<{ id: string }>(path, { method: skill ? "PATCH" : "POST", body });
      const file = form.get("package");
      if (file instanceof File && file.size > 0) await upload(data.id, file);
      window.location.assign(`/console/${data.id}`);
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <form
      autoComplete="off"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        void save(new FormData(event.currentTarget), submitter?.getAttribute("value") === "submit");
      }}
    >
      <About skill={skill} errorAt={errorAt} />
      <Panel title="How it is used">
        <div className="grid gap-4">
          <Field id="execution_type" label="Kind">
            <Select
              id="execution_type"
              name="execution_type"
              value={execution}
              onChange={(event) => setExecution(event.target.value)}
            >
              <option value="api">API endpoint</option>
              <option value="download">Downloadable package</option>
              <option value="both">Both</option>
            </Select>
          </Field>
          {execution !== "download" && <Endpoint skill={skill} errorAt={errorAt} />}
          {execution !== "api" && (
            <Field
              id="package"
              label="Package (ZIP with SKILL.md)"
              hint={
                skill?.package
                  ? `Now: version ${skill.package.version}. A new file is a new version.`
                  : "At most 50 MB. Its name in SKILL.md must be the slug."
              }
              error={errorAt("package")}
            >
              <input
                id="package"
                name="package"
                type="file"
                accept=".zip,application/zip"
                className="text-sm"
              />
            </Field>
          )}
        </div>
      </Panel>
      <Pricing skill={skill} pricing={pricing} setPricing={setPricing} errorAt={errorAt} />
      {failure ? <Failure error={failure} /> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" value="save">
          {skill ? "Save" : "Save draft"}
        </Button>
        <Button look="primary" type="submit" value="submit">
          {skill ? "Save and submit" : "Submit for review"}
        </Button>
        {skill && skill.status !== "draft" && (
          <p className="text-xs text-muted">
            Changes of anything but the price go back to review.{" "}
            {skill.live && "Buyers keep the approved version meanwhile."}
          </p>
        )}
      </div>
    </form>
  );
}

async function upload(id: string, file: File): Promise<void> {
  const response = await fetch(`/v1/developer/skills/${id}/package`, {
    method: "PUT",
    body: file,
    headers: { "content-type": "application/zip" },
  });
  if (!response.ok) throw new ApiError(response.status, (await response.json()).error);
}

type Part = { skill: EditedSkill | null; errorAt: (param: string) => string | undefined };

function About({ skill, errorAt }: Part) {
  return (
    <Panel title="About">
      <div className="grid gap-4">
        {!skill && (
          <Field
            id="slug"
            label="Slug"
            hint="Lower-case letters, digits and hyphens; it stays for good."
            error={errorAt("slug")}
          >
            <Input
              id="slug"
              name="slug"
              required
              minLength={3}
              maxLength={64}
              pattern="[a-z0-9]+(-[a-z0-9]+)*"
            />
          </Field>
        )}
        <Field id="name" label="Name" error={errorAt("name")}>
          <Input id="name" name="name" required maxLength={100} defaultValue={skill?.name} />
        </Field>
        <Field id="description" label="Short description" error={errorAt("description")}>
          <Input
            id="description"
            name="description"
            required
            maxLength={1024}
            defaultValue={skill?.description}
          />
        </Field>
        <Field id="category" label="Category" error={errorAt("category")}>
          <Select id="category" name="category" defaultValue={skill?.category}>
            {CATEGORIES.map(({ slug, title }) => (
              <option key={slug} value={slug}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="readme" label="Readme (Markdown)" error={errorAt("readme")}>
          <TextArea id="readme" name="readme" rows={10} defaultValue={skill?.readme ?? ""} />
        </Field>
      </div>
    </Panel>
  );
}

function Endpoint({ skill, errorAt }: Part) {
  return (
    <>
      <Field
        id="api_endpoint"
        label="Endpoint"
        hint="https on the public internet. We POST the parameters, signed as Standard Webhooks."
        error={errorAt("api_endpoint")}
      >
        <Input
          id="api_endpoint"
          name="api_endpoint"
          type="url"
          maxLength={2048}
          defaultValue={skill?.api_endpoint ?? ""}
          placeholder="https://api.example.com/run"
        />
      </Field>
      <Field
        id="api_schema"
        label="Parameters (JSON Schema 2020-12)"
        hint="Leave empty to accept any object."
        error={errorAt("api_schema")}
      >
        <TextArea
          id="api_schema"
          name="api_schema"
          rows={10}
          defaultValue={skill?.api_schema ? JSON.stringify(skill.api_schema, null, 2) : ""}
        />
      </Field>
    </>
  );
}

function Pricing({
  skill,
  pricing,
  setPricing,
  errorAt,
}: Part & { pricing: string; setPricing: (pricing: string) => void }) {
  return (
    <Panel title="Price">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field id="pricing_type" label="Paid">
          <Select
            id="pricing_type"
            name="pricing_type"
            value={pricing}
            onChange={(event) => setPricing(event.target.value)}
          >
            <option value="usage">per call</option>
            <option value="subscription">by subscription</option>
          </Select>
        </Field>
        {pricing === "usage" ? (
          <>
            <Field id="price_per_call" label="Credits a call" error={errorAt("price_per_call")}>
              <Input
                id="price_per_call"
                name="price_per_call"
                type="number"
                min={0}
                max={10000}
                step={0.000001}
                defaultValue={skill?.price_per_call ?? ""}
              />
            </Field>
            <Field id="free_calls" label="Free calls for each consumer" error={errorAt("free_calls")}>
              <Input
                id="free_calls"
                name="free_calls"
                type="number"
                min={0}
                max={1000000}
                step={1}
                defaultValue={skill?.free_calls ?? 0}
              />
            </Field>
          </>
        ) : (
          <>
            <Field id="price" label="Credits a term" error={errorAt("price")}>
              <Input
                id="price"
                name="price"
                type="number"
                min={0}
                max={10000}
                step={0.000001}
                defaultValue={skill?.price ?? ""}
              />
            </Field>
            <Field id="subscription_interval" label="Term">
              <Select
                id="subscription_interval"
                name="subscription_interval"
                defaultValue={skill?.subscription_interval ?? "month"}
              >
                {["day", "week", "month", "year"].map((interval) => (
                  <option key={interval}>{interval}</option>
                ))}
              </Select>
            </Field>
          </>
        )}
      </div>
    </Panel>
  );
}
