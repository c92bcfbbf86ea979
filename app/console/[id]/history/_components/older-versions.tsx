"use client";

import { useState } from "react";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Panel } from "@/components/ui/panel";
import { Switch } from "@/components/ui/switch";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { day } from "@/lib/interfaces/client/format";
import type { OlderVersion } from "@/lib/supply/publishing/version-schemas";

/** Versions that a breaking one followed, each with a switch for its calls. */
export function OlderVersions({ skillId, versions }: { skillId: string; versions: OlderVersion[] }) {
  return (
    <Panel title="Older versions">
      <p className="text-sm text-muted">
        After a breaking change, the version before it can be called for 90 days with <code>?version=</code>,
        at the endpoint that it was approved with. Each call says its version in the header{" "}
        <code>X-Skill-Version</code>.
      </p>
      <ul className="mt-2 grid divide-y divide-line">
        {versions.map((version) => (
          <Row key={version.version} skillId={skillId} initial={version} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ skillId, initial }: { skillId: string; initial: OlderVersion }) {
  const [{ version, callable, ends_at: endsAt }, setVersion] = useState(initial);
  const { run, isBusy, failure } = useAction();
  const set = (next: boolean) =>
    run(async () => {
      const { data } = await callApi<OlderVersion>(`/v1/developer/skills/${skillId}/versions/${version}`, {
        method: "PATCH",
        body: { callable: next },
      });
      setVersion(data);
    });
  return (
    <li className="grid gap-1 py-2 last:pb-0">
      <div className="flex items-center justify-between gap-3 text-sm">
        <p>
          <span className="font-medium">Version {version}</span>{" "}
          <span className="text-muted">
            {callable ? `can be called until ${day(endsAt)}` : "can no longer be called"}
          </span>
        </p>
        <Switch
          isOn={callable}
          onChange={(next) => void set(next)}
          isDisabled={isBusy}
          label={`Calls of version ${version}`}
        />
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
    </li>
  );
}
