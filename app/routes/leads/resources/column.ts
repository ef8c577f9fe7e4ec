import { LEAD_STAGES } from "~/domain/leads/lead";
import { leadColumn } from "~/domain/leads/list.server";
import { notFound } from "~/domain/shared/errors";
import { pageLoader } from "~/http/page-loader";
import { readFilter } from "~/routes/leads/shared/read-filter.server";

/** More cards of one column of the board. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const stage = LEAD_STAGES.find((one) => one === url.searchParams.get("column"));
  if (!stage) throw notFound();
  return Response.json(await leadColumn(ctx, stage, readFilter(url).filter));
});
