import { csvFile } from "~/domain/export/csv-answer.server";
import { VarianceView } from "~/domain/refrigerant/cylinders/schema";
import { disposalFile } from "~/domain/refrigerant/disposals/log.server";
import { pageLoader } from "~/http/page-loader";

/** The month's disposal log as CSV. */
export const loader = pageLoader(async ({ ctx, url }) =>
  csvFile(await disposalFile(ctx, VarianceView.parse(Object.fromEntries(url.searchParams)))),
);
