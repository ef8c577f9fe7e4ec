import { similarCustomers } from "~/domain/customers/choices.server";
import { EnteredCustomer } from "~/domain/customers/schema";
import { pageLoader } from "~/http/page-loader";

/** Possible duplicates of a customer being entered. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const similar = await similarCustomers(ctx, EnteredCustomer.parse(Object.fromEntries(url.searchParams)));
  return Response.json({ similar });
});
