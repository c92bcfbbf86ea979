import type { Metadata } from "next";
import { CodeBlock } from "@/components/ui/copy";
import { PageHead, Panel } from "@/components/ui/panel";
import { env } from "@/lib/core/env";
import { ERROR_STATUS } from "@/lib/core/errors";

export const metadata: Metadata = { title: "Docs", alternates: { canonical: "/docs" } };

export default function DocsPage() {
  const base = env().PUBLIC_URL;
  const call = `curl ${base}/v1/skills/text-statistics/execute \\\n  -H "Authorization: Bearer $SKILLS_API_KEY" \\\n  -H "Content-Type: application/json" \\\n  -H "Idempotency-Key: $(uuidgen)" \\\n  -d '{"text": "How many words is this?"}'`;
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <PageHead title="Docs">
        From nothing to a first call in under a minute. The whole API is described at /v1/openapi.json.
      </PageHead>
      <Panel title="1. Get a key">
        <p className="mb-3 text-muted">
          Register in the browser, or let an agent do it. The key is in the answer, and shown only once.
        </p>
        <CodeBlock
          label="Register"
          code={`curl ${base}/v1/auth/register \\\n  -H "Content-Type: application/json" \\\n  -d '{"email": "ada@example.com", "password": "correct horse battery"}'`}
        />
      </Panel>
      <Panel title="2. Call a skill">
        <p className="mb-3 text-muted">
          Only a valid answer is charged. Add ?dry_run=true for a quote. A retry with the same Idempotency-Key
          answers the same, and is charged once.
        </p>
        <CodeBlock label="Execute" code={call} />
      </Panel>
      <Panel title="3. Buy, download, limit">
        <p className="text-muted">
          POST /v1/skills/&#123;slug&#125;/purchase buys a subscription with credits; max_price protects from
          a price that has changed. GET /v1/skills/&#123;slug&#125;/download streams the package, with ranges
          and an ETag. Give each agent a key of its own: scopes, a list of skills, and a credit_limit for a
          day, week, month or for good.
        </p>
      </Panel>
      <Panel title="4. Publish">
        <p className="text-muted">
          Your endpoint gets a POST with the parameters as JSON, signed as Standard Webhooks (webhook-id,
          webhook-timestamp, webhook-signature), with X-Skill-Slug and a pseudonymous X-Caller-Id. Answer with
          any JSON and a 2xx status within 30 seconds. Redirects, other statuses and anything that is not JSON
          count as failures and cost the caller nothing. You earn the price less the marketplace’s fee.
        </p>
      </Panel>
      <Panel title="Errors">
        <p className="mb-3 text-muted">
          Every failure has the same shape: a stable code, a message for people, the parameter at fault, and
          the request id to quote.
        </p>
        <ul className="grid gap-1 text-sm sm:grid-cols-2">
          {Object.entries(ERROR_STATUS).map(([code, status]) => (
            <li key={code} id={code}>
              <span className="font-mono text-xs text-muted">{status}</span>{" "}
              <code className="text-xs">{code}</code>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
