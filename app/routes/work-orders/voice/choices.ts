import { allowMember } from "~/domain/shared/permissions";
import { spokenCustomers } from "~/domain/work-orders/spoken-choices.server";
import { pageLoader } from "~/http/page-loader";
import { zonesOf } from "~/routes/work-orders/shared/sites";

/** Customers whom words may mean, or who were found by hand: with addresses, equipment, and what their zones are called. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const customers = await spokenCustomers(ctx, (url.searchParams.get("ids") ?? "").split(","));
  const sites = customers.flatMap((customer) => customer.sites);
  return Response.json({ customers, zones: zonesOf(sites, allowMember(ctx).timeZone) });
});
