import { allowMember } from "~/domain/shared/permissions";
import { spokenCustomers } from "~/domain/work-orders/spoken-choices.server";
import { pageLoader } from "~/http/page-loader";
import { zonesOf } from "~/routes/work-orders/shared/sites";

/** Customers matched by speech or found by hand, with addresses, equipment and zone names. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const customers = await spokenCustomers(ctx, (url.searchParams.get("ids") ?? "").split(","));
  const sites = customers.flatMap((customer) => customer.sites);
  return Response.json({ customers, zones: zonesOf(sites, allowMember(ctx).timeZone) });
});
