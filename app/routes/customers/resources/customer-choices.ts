import { customerChoices } from "~/domain/customers/choices.server";
import { pageLoader } from "~/http/page-loader";

/** The customers that fit what is typed in a picker; the first ones by name where nothing is. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const query = (url.searchParams.get("q") ?? "").trim();
  return Response.json({ query, choices: await customerChoices(ctx, query) });
});
