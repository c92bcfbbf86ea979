import { endpoint } from "@/lib/interfaces/http/endpoint";
import { statementSheet } from "@/lib/money/billing/document-sheets";
import { pdfFile, pdfOf } from "@/lib/money/billing/pdf";
import { MonthParams } from "@/lib/money/billing/schemas";
import * as billing from "@/lib/money/billing/service";
import * as statements from "@/lib/money/billing/statements";
import { logoPng } from "@/lib/supply/packages/images";

export const GET = endpoint(
  {
    operationId: "downloadBillingStatement",
    access: "account",
    scope: "purchase",
    tag: "Money",
    summary: "Download the statement of a month",
    params: MonthParams,
    limit: "export",
    stream: { type: "application/pdf", description: "A PDF of one or more pages." },
    errors: ["too_many_in_flight"],
  },
  async ({ caller, params }) => {
    const statement = await statements.get(caller, params.month);
    const parties = await billing.partiesNow(caller.accountId);
    const sheet = statementSheet(statement, { ...parties, logo: await logoPng() });
    return pdfFile(`statement-${params.month}`, await pdfOf([sheet], caller.accountId));
  },
);
