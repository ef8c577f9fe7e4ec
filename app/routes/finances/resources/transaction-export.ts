import { fileAnswer } from "~/domain/export/file-answer.server";
import { EXPORT_HEADER, exportLines } from "~/domain/export/transaction-lines";
import { everyTransaction } from "~/domain/finance/accounts/all-transactions.server";
import { householdToday } from "~/domain/shared/time/household-day";
import { memberLoader } from "~/http/page-loader";
import { readFilter } from "~/routes/finances/transactions/read-filter.server";

/** The filtered transactions as a CSV file, streamed as they are read. */
export const loader = memberLoader(async ({ ctx, url }) => {
  const filter = { ...readFilter(url.searchParams), cursor: undefined, before: undefined };
  async function* parts(): AsyncGenerator<string> {
    let header = EXPORT_HEADER;
    for await (const page of everyTransaction(ctx, filter)) {
      yield header + exportLines(page);
      header = "";
    }
  }
  const answer = await fileAnswer(ctx, parts(), {
    fileName: `transactions-${householdToday(ctx)}.csv`,
    contentType: "text/csv; charset=utf-8",
  });
  answer.headers.set("Cache-Control", "private, no-store");
  return answer;
});
