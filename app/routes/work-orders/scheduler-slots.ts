import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { SlotQuery } from "~/domain/scheduling/schema";
import { suggestedSlots } from "~/domain/work-orders/schedule.server";
import { pageLoader } from "~/http/page-loader";

/** Slots for the job that is open beside the scheduler. */
export const loader = pageLoader(({ ctx, params, url }) =>
  suggestedSlots(ctx, params.id ?? "", SlotQuery.parse({ from: url.searchParams.get("from") ?? undefined })),
);

/** A lost connection costs the suggestions, not the day. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch {
    return null;
  }
}
