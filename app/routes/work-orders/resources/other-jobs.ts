import { otherJobsThatDay } from "~/domain/work-orders/schedule/other-jobs.server";
import { OtherJobsQuery } from "~/domain/work-orders/schema";
import { pageLoader } from "~/http/page-loader";

/** The number of other jobs a technician has on a day, while scheduling a job. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const query = OtherJobsQuery.safeParse(Object.fromEntries(url.searchParams));
  return Response.json({ jobs: query.success ? await otherJobsThatDay(ctx, query.data) : null });
});
