import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { workOrderDetail } from "~/domain/work-orders/detail.server";
import { pageLoader } from "~/http/page-loader";

/** The work order that a dialog over the board is about. */
export const loader = pageLoader(({ ctx, params }) =>
  workOrderDetail(ctx, params.id ?? "", { technicians: true, notes: 0 }),
);

/** A lost connection costs the dialog, not the board. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch {
    return null;
  }
}
