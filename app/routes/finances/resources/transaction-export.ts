import { everyTransaction } from "~/domain/finance/accounts/all-transactions.server";
import { EXPORT_HEADER, exportLines } from "~/domain/finance/accounts/export";
import { householdToday } from "~/domain/shared/time/household-day";
import { memberLoader } from "~/http/page-loader";
import { readFilter } from "~/routes/finances/transactions/read-filter.server";

/** The filtered transactions as a CSV file, streamed as they are read. */
export const loader = memberLoader(async ({ ctx, url }) => {
  const pages = everyTransaction(ctx, { ...readFilter(url.searchParams), cursor: undefined, before: undefined });
  // The first page is read before the response starts, so that an error there shows an error page rather than half a
  // file.
  const first = await pages.next();
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(encoder.encode(EXPORT_HEADER + exportLines(first.done ? [] : first.value))),
    pull: async (stream) => {
      const next = await pages.next();
      if (next.done) stream.close();
      else stream.enqueue(encoder.encode(exportLines(next.value)));
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="transactions-${householdToday(ctx)}.csv"`,
      "Cache-Control": "private, no-store",
    },
  });
});
