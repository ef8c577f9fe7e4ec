import { EnteredLead } from "~/domain/leads/schema";
import { similarToLead } from "~/domain/leads/similar.server";
import { pageLoader } from "~/http/page-loader";

/** Leads and customers that may be duplicates of the one being entered. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json(await similarToLead(ctx, EnteredLead.parse(Object.fromEntries(url.searchParams)))),
);
