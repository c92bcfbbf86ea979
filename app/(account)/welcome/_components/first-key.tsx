"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { KeyFields, namedKey } from "@/components/keys/key-fields";
import { type FirstSkill, Secret } from "@/components/keys/secret";
import { Form, FormEnd } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { callApi, type ResultOf } from "@/lib/interfaces/client/api";

type Props = {
  base: string;
  first: FirstSkill | null;
  /** Whether the account has no key. */
  isNeeded: boolean;
};

/** Creates an account's first key, and shows its secret once; it stays while the steps below follow its first call. */
export function FirstKey({ base, first, isNeeded }: Props) {
  const { refresh } = useRouter();
  const [made, setMade] = useState<ResultOf<"POST /v1/keys"> | null>(null);
  if (made) return <Secret secret={made.api_key} made={made.key} base={base} first={first} onUsed={refresh} />;
  if (!isNeeded) return null;
  const create = async (form: FormData) => setMade((await callApi("POST /v1/keys", { body: namedKey(form) })).data);
  return (
    <Panel title="Your API key">
      <p className="mb-3 text-sm text-muted">For agents and programs. We show it once; you can make more later.</p>
      <Form autoComplete="off" onSend={create} className="grid items-end gap-3 sm:grid-cols-3">
        <KeyFields name="First key" />
        <FormEnd action="Create API key" isOnce />
      </Form>
    </Panel>
  );
}
