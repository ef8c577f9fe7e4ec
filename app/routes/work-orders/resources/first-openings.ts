import { firstOpenings } from "~/domain/work-orders/schedule/openings.server";
import { pageLoader } from "~/http/page-loader";

/** The first openings for a customer's new job, reloaded when another service type is chosen. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { customerId = "", siteAddressId, serviceTypeId } = Object.fromEntries(url.searchParams);
  return Response.json(await firstOpenings(ctx, { customerId, siteAddressId, serviceTypeId }));
});
