import type { Operation } from "@/app/docs/_lib/operations";
import type { SchemaRow } from "@/app/docs/_lib/schema-rows";
import { HighlightedBlock } from "@/components/code/highlighted";
import { Badge } from "@/components/ui/badge";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";

const TONES: Record<string, string> = { GET: "text-ok", DELETE: "text-bad" };

/** The verb of an endpoint. */
export function Method({ name }: { name: string }) {
  return (
    <span className={`w-13 shrink-0 font-mono text-xs font-medium ${TONES[name] ?? "text-accent-ink"}`}>{name}</span>
  );
}

/** Everything about one endpoint: what it takes and answers, its errors, and a call to copy. */
export function OperationView({ operation }: { operation: Operation }) {
  const { id, method, path, summary, description, isPublic, parameters, body, answer } = operation;
  return (
    <section aria-labelledby={id} className="border-t border-line pt-6">
      <h2 id={id} className="scroll-mt-18 text-xl font-semibold">
        <a href={`#${id}`} className="hover:text-accent-ink">
          {summary}
        </a>
      </h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Method name={method} />
        <code className="text-sm break-all">{path}</code>
        {isPublic && <Badge>no key needed</Badge>}
      </p>
      {description && <p className="mt-2 max-w-prose text-sm text-muted">{description}</p>}
      <div className="mt-4 grid gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 content-start gap-5">
          <Rows title="Parameters" rows={parameters} />
          <Rows title="Body" rows={body} />
          <Rows title="Response" rows={answer} isAnswer />
          <Errors errors={operation.errors} />
        </div>
        <div className="grid min-w-0 content-start gap-4">
          <HighlightedBlock label="Request" language="sh" code={operation.curl} />
          {operation.example && <HighlightedBlock label="Response" language="json" code={operation.example} />}
        </div>
      </div>
    </section>
  );
}

type RowsProps = { title: string; rows: (SchemaRow & { place?: string })[]; isAnswer?: boolean };

function Rows({ title, rows, isAnswer = false }: RowsProps) {
  if (rows.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <DataTable
        label={title}
        rows={rows}
        keyOf={({ name, place }) => `${place ?? ""} ${name}`}
        columns={[
          {
            title: "Name",
            isMain: true,
            cell: ({ name, isRequired, place }) => (
              <>
                <code className="text-xs break-all">{name}</code>
                {isRequired && !isAnswer && <span className="ml-1.5 text-2xs text-warn">required</span>}
                {place && <span className="ml-1.5 text-2xs text-muted">{place}</span>}
              </>
            ),
          },
          {
            title: "Type",
            cell: ({ type }) => <code className="text-2xs break-words text-muted">{type}</code>,
          },
          {
            title: "Description",
            cell: ({ description }) => <span className="text-xs">{description || "–"}</span>,
          },
        ]}
      />
    </div>
  );
}

function Errors({ errors }: { errors: Operation["errors"] }) {
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold">Errors</h3>
      <ul className="grid gap-1 text-xs">
        {errors.map(({ status, codes }) => (
          <li key={status} className="flex flex-wrap gap-x-2">
            <span className="font-mono font-medium">{status}</span>
            {codes.map((code) => (
              <Link key={code} href={`/docs/errors#${code}`} className="text-muted hover:underline">
                <code>{code}</code>
              </Link>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}
