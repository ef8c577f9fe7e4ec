import { EnteredLead } from "~/domain/leads/schema";
import { similarToLead } from "~/domain/leads/similar.server";
import { pageLoader } from "~/http/page-loader";

/** Leads and customers who may be the one that is being typed in. */
export const loader = pageLoader(async ({ ctx, url }) =>
  Response.json(await similarToLead(ctx, EnteredLead.parse(Object.fromEntries(url.searchParams)))),
);
