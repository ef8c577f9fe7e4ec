import { customerChoices } from "~/domain/customers/choices.server";
import { pageLoader } from "~/http/page-loader";

/** Customers that match the text typed in a picker; without text, the first ones by name. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const query = (url.searchParams.get("q") ?? "").trim();
  return Response.json({ query, choices: await customerChoices(ctx, query) });
});
