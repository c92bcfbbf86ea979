"use client";

import { changeOf, type FormField } from "@/app/admin/settings/_components/fields";
import { BrandPanel, LegalPanel, SettingsPanel } from "@/app/admin/settings/_components/panels";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { callApi } from "@/lib/interfaces/client/api";
import type { PANELS, PanelName } from "@/lib/platform/site/input-schemas";

type Props = { fields: readonly FormField[]; panels: typeof PANELS; version: number };

/** Changes the marketplace's settings; sends only what differs. */
export function SettingsForm({ fields, panels, version }: Props) {
  const send = async (form: FormData) => {
    const body = changeOf(fields, form);
    if (Object.keys(body).length === 0) return notify("Nothing has changed.");
    await callApi("PATCH /v1/admin/settings", { body });
    notify("Settings saved.");
  };
  const panel = (name: PanelName) => {
    const own = fields.filter((field) => field.panel === name);
    const props = { key: name, title: panels[name].title, fields: own };
    if (name === "brand") return <BrandPanel {...props} />;
    if (name === "legal") return <LegalPanel {...props} version={version} />;
    return <SettingsPanel {...props} isWide={panels[name].place === "below"} />;
  };
  const panelsAt = (place: (typeof PANELS)[PanelName]["place"]) =>
    (Object.keys(panels) as PanelName[]).filter((name) => panels[name].place === place).map(panel);
  return (
    <Form className="grid gap-4" onSend={send} refreshes>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">{panelsAt("left")}</div>
        <div className="grid gap-4">{panelsAt("right")}</div>
      </div>
      {panelsAt("below")}
      <FormEnd action="Save settings" />
    </Form>
  );
}
