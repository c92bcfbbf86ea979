import { Download } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { requireCaller } from "@/app/_lib/viewer";
import { buttonStyle } from "@/components/ui/button-style";
import { DataTable } from "@/components/ui/data-table";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import { CHARGES } from "@/lib/demand/purchases/receipt-sheet";
import * as receipts from "@/lib/demand/purchases/receipts";
import { day } from "@/lib/interfaces/client/format";
import { dollars } from "@/lib/platform/core/dollars";
import { AppError } from "@/lib/platform/core/errors";
import { isUuid } from "@/lib/platform/core/ids";

export const metadata: Metadata = { title: "Receipt", robots: { index: false } };

export default async function ReceiptPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const caller = await requireCaller(`/purchases/${id}/receipt`);
  if (!isUuid(id)) notFound();
  const receipt = await receipts.get(caller, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  const { purchase, charges, total, creditNotes, buyer, issuer } = receipt;
  return (
    <>
      <p className="mb-1 text-xs print:hidden">
        <Link className="text-muted hover:text-fg" href="/purchases">
          ← Purchases
        </Link>
      </p>
      <PageHead
        title="Receipt"
        action={
          <a href={`/purchases/${id}/receipt/pdf`} download className={buttonStyle()}>
            <Download size={14} aria-hidden /> PDF
          </a>
        }
      >
        {purchase.skill.name}
      </PageHead>
      <Panel>
        <dl className="mb-6 grid gap-6 text-sm sm:grid-cols-3">
          <Fact title="Issued by">
            {[issuer.name, ...issuer.lines].map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Fact>
          <Fact title="Billed to">
            {[buyer.name, ...buyer.lines, ...(buyer.purchaseOrder ? [`PO ${buyer.purchaseOrder}`] : [])].map((line) => (
              <span key={line} className="block" dir="auto">
                {line}
              </span>
            ))}
          </Fact>
          <Fact title="Purchase">
            <code className="text-xs break-all">{purchase.id}</code>
          </Fact>
        </dl>
        <DataTable
          label="Charges"
          rows={charges}
          keyOf={(charge) => charge.id}
          columns={[
            { title: "Description", isMain: true, cell: ({ kind }) => CHARGES[kind] ?? kind },
            {
              title: "Receipt",
              cell: ({ id: charge, number }) =>
                number && (
                  <a
                    className="font-mono text-xs underline"
                    href={`/purchases/${id}/receipt/pdf?charge=${charge}`}
                    download
                  >
                    {number}
                  </a>
                ),
            },
            { title: "Period (UTC)", cell: ({ from, until }) => `${day(from)} to ${day(until)}` },
            { title: "Charged", cell: ({ at }) => day(at) },
            {
              title: "Amount",
              isNumber: true,
              cell: ({ amount }) => `${amount > 0 ? "−" : ""}${dollars(Math.abs(amount))}`,
            },
          ]}
        />
        <p className="mt-3 flex justify-between border-t border-line pt-3 text-sm font-medium">
          <span>Total paid</span>
          <span className="font-mono">{dollars(total)}</span>
        </p>
        {creditNotes.map(({ id: noteId, number }) => (
          <p key={noteId} className="mt-3 text-sm print:hidden">
            <a className="underline" href={`/v1/credits/documents/${noteId}/pdf`} download>
              Credit note {number}, PDF
            </a>
          </p>
        ))}
        <p className="mt-4 text-xs text-muted">Paid from your prepaid balance.</p>
      </Panel>
    </>
  );
}

function Fact({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
