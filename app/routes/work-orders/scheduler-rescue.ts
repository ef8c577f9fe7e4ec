import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { ReassignmentQuery } from "~/domain/scheduling/schema";
import { proposeReassignment } from "~/domain/work-orders/reassign-day.server";
import { pageLoader } from "~/http/page-loader";

/** Who would take over the day of a technician who is out. */
export const loader = pageLoader(({ ctx, url }) =>
  proposeReassignment(ctx, ReassignmentQuery.parse(Object.fromEntries(url.searchParams))),
);

/** A lost connection costs the proposal, not the day. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch {
    return null;
  }
}
