import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { proposeRescue } from "~/domain/scheduling/rescue.queries.server";
import { RescueQuery } from "~/domain/scheduling/schema";
import { pageLoader } from "~/http/page-loader";

/** Who would take over the day of a technician who is out. */
export const loader = pageLoader(({ ctx, url }) =>
  proposeRescue(ctx, RescueQuery.parse(Object.fromEntries(url.searchParams))),
);

/** A lost connection costs the proposal, not the day. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch {
    return null;
  }
}
