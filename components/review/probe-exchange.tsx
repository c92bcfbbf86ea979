import type { z } from "zod";
import { Badge } from "@/components/ui/badge";
import type { ProbeResult } from "@/lib/demand/execution/probe-schemas";

type Result = z.output<typeof ProbeResult>;

/** A test call: verdict, our signed request, the endpoint's response, duration. */
export function ProbeExchange({
  result: { ok, failure, warnings, request, response, timing, examples },
}: {
  result: Result;
}) {
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-sm">
        <Badge tone={ok ? "ok" : "bad"}>{ok ? "Works" : "Would fail"}</Badge>
        <span className="font-mono text-xs text-muted">
          {response ? `status ${response.status}, ` : "no response, "}
          {timing.first_byte_ms !== null && `first byte after ${timing.first_byte_ms} ms, `}
          {timing.total_ms} ms total
        </span>
      </div>
      {examples.length > 0 && (
        <ul aria-label="Examples" className="grid gap-1 text-sm">
          {examples.map((example) => (
            <li key={example.name} className="flex flex-wrap items-baseline gap-x-2">
              <Badge tone={example.ok ? "ok" : "bad"}>{example.ok ? "Works" : "Would fail"}</Badge>
              <span className="font-medium">{example.name}</span>
              <span className="text-xs text-muted">{example.total_ms} ms</span>
              {example.problem && <span className="text-muted">{example.problem}</span>}
            </li>
          ))}
        </ul>
      )}
      {failure && (
        <p className="text-sm">
          <strong className="font-medium text-bad">{failure.message}</strong> {failure.advice}
        </p>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="text-sm text-warn">
          {warning}
        </p>
      ))}
      <div className="grid gap-3 lg:grid-cols-2">
        <Message
          title="Our request"
          head={`POST ${request.url}`}
          headers={request.headers}
          body={request.body}
          isCut={request.body_truncated}
        />
        {response ? (
          <Message
            title="Endpoint's response"
            head={`${response.status}`}
            headers={response.headers}
            body={response.body}
            isCut={response.body_truncated}
          />
        ) : (
          <p className="rounded-md border border-dashed border-line p-4 text-sm text-muted">
            The endpoint didn't respond.
          </p>
        )}
      </div>
    </div>
  );
}

function Message({
  title,
  head,
  headers,
  body,
  isCut,
}: {
  title: string;
  head: string;
  headers: Record<string, string>;
  body: string;
  isCut: boolean;
}) {
  return (
    <section aria-label={title} className="min-w-0 rounded-md border border-line bg-raised">
      <h4 className="border-b border-line px-3 py-1.5 text-xs text-muted">{title}</h4>
      <pre className="p-3 font-mono text-2xs whitespace-pre-wrap break-all">
        <strong className="font-medium">{head}</strong>
        {Object.entries(headers).map(([name, value]) => `\n${name}: ${value}`)}
        {"\n\n"}
        {pretty(body)}
        {isCut && "\n… cut"}
      </pre>
    </section>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
