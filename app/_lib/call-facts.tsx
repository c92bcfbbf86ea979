import type { ReactNode } from "react";
import { FAILURES } from "@/app/_lib/words";
import { Badge } from "@/components/ui/badge";
import { CopyButton } from "@/components/ui/copy";
import { RelativeTime } from "@/components/ui/relative-time";
import type { CallDetail, DeveloperCall } from "@/lib/demand/usage/call-schemas";
import { dollars, unitDollars } from "@/lib/platform/core/dollars";

type Call = CallDetail | DeveloperCall;
export type Fact = [name: string, value: ReactNode];

/** The reason of a failed call whose message is not stored. */
const EXPLANATIONS: Record<string, string> = {
  upstream_failed: "The skill's endpoint failed or returned an unusable response. Nothing was charged.",
  upstream_refused: "The skill's endpoint rejected the parameters. Nothing was charged.",
  upstream_timeout: "The skill's endpoint didn't respond in time. Nothing was charged.",
  usage_invalid: "The response reported no units that can be read. Only the price of the call was charged.",
  usage_cut: "The response reported more than the call may cost. What exceeds it was not charged.",
  abandoned: "The call was interrupted on our side. Nothing was charged.",
  cancelled: "The caller cancelled it. Nothing was charged.",
  internal: "Something went wrong on our side. Nothing was charged.",
};

/** Names with values, one a line; on a phone the value is below its name. */
export function FactList({ facts }: { facts: Fact[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted max-sm:mt-1">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const sizeOf = (bytes: number | null) => {
  if (bytes === null) return "–";
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KiB`;
};

/** What a call is known by, with a button that copies it. */
export function CopiedId({ id }: { id: string }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <code className="min-w-0 text-xs break-all">{id}</code>
      <CopyButton text={id} />
    </span>
  );
}

/** How a call ended, and why. */
export function outcomeFacts(call: Call): Fact[] {
  const { status, error_code: code } = call;
  const why = call.error_message ?? (code ? (EXPLANATIONS[code] ?? null) : null);
  return [
    [
      "Status",
      <span key="status" className="flex flex-wrap gap-2">
        <Badge tone={status === "succeeded" ? "ok" : "bad"}>{status}</Badge>
        {code && <span>{FAILURES[code] ?? code}</span>}
      </span>,
    ],
    ...(code
      ? ([
          ["Why", why ?? "–"],
          ["Error code", <code key="code">{code}</code>],
        ] satisfies Fact[])
      : []),
    ...(call.version === null ? [] : ([["Version", String(call.version)]] satisfies Fact[])),
    ["When", <RelativeTime key="when" time={call.created_at} />],
    ["Charge", status === "failed" ? "none" : call.free ? "free call" : dollars(call.cost)],
    ...(call.units ?? []).map(
      ({ name, quantity, free, price }): Fact => [
        `Units: ${name.replaceAll("_", " ")}`,
        `${quantity}${free > 0 ? `, ${free} of them free` : ""}, at ${unitDollars(price)} each`,
      ],
    ),
  ];
}

/** What was seen of a call at its endpoint. */
export function endpointFacts(call: Call): Fact[] {
  const answers = call.endpoint_answers ?? 0;
  return [
    ["Duration", `${call.duration_ms} ms`],
    ...(call.kind === "execute"
      ? ([
          ["Endpoint status", call.endpoint_status === null ? "–" : `HTTP ${call.endpoint_status}`],
          ["First byte after", call.first_byte_ms === null ? "–" : `${call.first_byte_ms} ms`],
          ...(answers > 1 ? ([["Responses", `${answers}, 202 first`]] satisfies Fact[]) : []),
          ["Parameters", sizeOf(call.request_bytes)],
          ["Response", sizeOf(call.response_bytes)],
        ] satisfies Fact[])
      : []),
  ];
}

/** JSON that was stored of a call, as people read it. */
export function StoredJson({ value, none }: { value: unknown; none: ReactNode }) {
  if (value === null || value === undefined) return <p className="text-sm text-muted">{none}</p>;
  return (
    <pre className="max-h-96 overflow-auto rounded-md border border-line bg-raised p-3 text-xs whitespace-pre-wrap break-words">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}
