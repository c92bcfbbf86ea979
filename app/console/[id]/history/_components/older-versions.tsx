"use client";

import { useState } from "react";
import { ActionSwitch } from "@/components/ui/action-switch";
import { Panel } from "@/components/ui/panel";
import { callApi } from "@/lib/interfaces/client/api";
import { day } from "@/lib/interfaces/client/format";
import type { OlderVersion } from "@/lib/supply/publishing/version-schemas";

/** Versions that a breaking one followed, each with a switch for its calls. */
export function OlderVersions({ skillId, versions }: { skillId: string; versions: OlderVersion[] }) {
  return (
    <Panel title="Older versions">
      <p className="text-sm text-muted">
        After a breaking change, the previous version stays callable for 90 days with <code>?version=</code>, at the
        endpoint it was approved with. Each call names its version in the <code>X-Skill-Version</code> header.
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
  const send = async (isWanted: boolean) => {
    const { data } = await callApi("PATCH /v1/developer/skills/{id}/versions/{version}", {
      params: { id: skillId, version: String(version) },
      body: { callable: isWanted },
    });
    setVersion(data);
    return data.callable;
  };
  return (
    <li className="py-2 last:pb-0">
      <ActionSwitch
        label={
          <>
            <span className="sr-only">Calls of </span>Version {version}
          </>
        }
        hint={callable ? `Can be called until ${day(endsAt)}.` : "Can no longer be called."}
        initial={callable}
        send={send}
      />
    </li>
  );
}
