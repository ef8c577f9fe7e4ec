import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { statementPdf } from "~/domain/invoices/receivables/statement.server";
import { StatementAddress } from "~/domain/invoices/schema";
import { pageLoader } from "~/http/page-loader";

/** A customer's statement as PDF. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const days = StatementAddress.parse(Object.fromEntries(url.searchParams));
  return pdfAnswer(await statementPdf(ctx, params.id ?? "", days));
});
