import { partUses } from "~/domain/knowledge-graph/part-uses.server";
import { pageLoader } from "~/http/page-loader";

export const loader = pageLoader(async ({ ctx, params }) => Response.json(await partUses(ctx, params.id ?? "")));
