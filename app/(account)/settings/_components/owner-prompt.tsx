"use client";

import { type Owner, OwnerField, type Proof, proofOf } from "@/components/account/owner-field";
import { Form, FormEnd } from "@/components/ui/form";

type Props = {
  owner: Owner;
  action: string;
  isDangerous?: boolean;
  /** Whether the page shows it elsewhere, too. */
  refreshes?: boolean;
  onCancel: () => void;
  onConfirmed: (proof: Proof) => Promise<void>;
};

/** Asks for confirmation before something that only the owner may do. */
export function OwnerPrompt({ owner, action, isDangerous, refreshes, onCancel, onConfirmed }: Props) {
  return (
    <Form className="grid max-w-80 gap-3" refreshes={refreshes} onSend={(fields) => onConfirmed(proofOf(fields))}>
      <OwnerField owner={owner} />
      <FormEnd action={action} variant={isDangerous ? "danger" : "primary"} onCancel={onCancel} />
    </Form>
  );
}
