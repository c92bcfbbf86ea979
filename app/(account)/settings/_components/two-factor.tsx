"use client";

import { useState } from "react";
import { OwnerPrompt } from "@/app/(account)/settings/_components/owner-prompt";
import { QrCode } from "@/app/(account)/settings/_components/qr-code";
import type { Owner, Proof } from "@/components/account/owner-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { post } from "@/lib/interfaces/client/api";

type Setup = { totp_uri: string; recovery_codes: string[] };
type View = "rest" | "enable" | "disable" | "renew";

/** Two-factor authentication: set up with an authenticator, renew the recovery codes, switch off. */
export function TwoFactor({ owner, initial }: { owner: Owner; initial: boolean }) {
  const [isOn, setOn] = useState(initial);
  const [view, setView] = useState<View>("rest");
  const [setup, setSetup] = useState<Setup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const rest = () => setView("rest");
  if (setup) {
    return (
      <Enrolment
        setup={setup}
        onCancel={() => setSetup(null)}
        onDone={() => {
          setCodes(setup.recovery_codes);
          setSetup(null);
          setOn(true);
        }}
      />
    );
  }
  const actions: Record<Exclude<View, "rest">, { label: string; perform: (proof: Proof) => Promise<void> }> = {
    enable: {
      label: "Continue",
      perform: async (proof) => setSetup(await post<Setup>("/api/auth/two-factor/enable", proof)),
    },
    renew: {
      label: "Create new codes",
      perform: async (proof) => {
        const { recovery_codes } = await post<Pick<Setup, "recovery_codes">>(
          "/api/auth/two-factor/recovery-codes",
          proof,
        );
        setCodes(recovery_codes);
      },
    },
    disable: {
      label: "Turn off",
      perform: async (proof) => {
        await post("/api/auth/two-factor/disable", proof);
        setOn(false);
        setCodes(null);
      },
    },
  };
  return (
    <div className="grid gap-4">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={isOn ? "ok" : "plain"}>{isOn ? "on" : "off"}</Badge>
        <span className="text-sm text-muted">
          {isOn ? "Signing in asks for a code from your authenticator app." : "Off. Your password alone signs you in."}
        </span>
      </p>
      {codes && <RecoveryCodes codes={codes} />}
      {view === "rest" ? (
        <div className="flex flex-wrap gap-2">
          {!isOn && (
            <Button variant="primary" onClick={() => setView("enable")}>
              Set up
            </Button>
          )}
          {isOn && <Button onClick={() => setView("renew")}>New recovery codes</Button>}
          {isOn && (
            <Button variant="quiet" onClick={() => setView("disable")}>
              Turn off
            </Button>
          )}
        </div>
      ) : (
        <OwnerPrompt
          key={view}
          owner={owner}
          action={actions[view].label}
          isDangerous={view === "disable"}
          refreshes={view === "disable"}
          onCancel={rest}
          onConfirmed={async (proof) => {
            await actions[view].perform(proof);
            rest();
          }}
        />
      )}
    </div>
  );
}

function Enrolment({
  setup: { totp_uri: uri, recovery_codes },
  onCancel,
  onDone,
}: {
  setup: Setup;
  onCancel: () => void;
  onDone: () => void;
}) {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return (
    <Form
      className="grid gap-5"
      // A new session takes the place of this browser's.
      refreshes
      onSend={async (fields) => {
        await post("/api/auth/two-factor/verify-totp", { code: textOf(fields, "code") });
        onDone();
      }}
    >
      <div className="flex flex-wrap gap-5">
        <QrCode text={uri} label="QR code for your authenticator" />
        <div className="grid min-w-0 flex-1 basis-60 content-start gap-2 text-sm">
          <p className="font-medium">1. Scan this with an authenticator app</p>
          <p className="text-muted">Or type this secret into it:</p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="rounded-sm bg-raised px-1.5 py-1 font-mono text-xs">
              {secret.match(/.{1,4}/g)?.join(" ")}
            </code>
            <CopyButton text={secret} label="Copy" />
          </p>
        </div>
      </div>
      <div className="grid gap-2">
        <p className="text-sm font-medium">2. Store these recovery codes in a safe place</p>
        <RecoveryCodes codes={recovery_codes} />
      </div>
      <TextField
        name="code"
        label="3. Enter the code from the app"
        inputMode="numeric"
        autoComplete="one-time-code"
        className="max-w-40 font-mono tracking-widest"
        required
      />
      <FormEnd action="Turn on" onCancel={onCancel} />
    </Form>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  return (
    <div className="rounded-md border border-line bg-raised p-3">
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-xs sm:grid-cols-5">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <CopyButton text={codes.join("\n")} label="Copy all" />
        <p className="text-xs text-muted">
          Each works once, when your authenticator is lost. They are not shown again.
        </p>
      </div>
    </div>
  );
}
