import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { DomainError } from "~/domain/shared/errors";
import { boardColumn } from "~/domain/work-orders/board.server";
import { WorkOrderFilter } from "~/domain/work-orders/schema";
import { WORK_ORDER_STATUSES } from "~/domain/work-orders/work-order";
import { pageLoader } from "~/http/page-loader";
import { readFilter } from "./shared/list-query";

const Part = z.object({
  column: z.enum(WORK_ORDER_STATUSES),
  cursor: z.string().optional(),
  pages: z.coerce.number().int().min(1).max(8).default(1),
});

/** More cards of one column of the board, narrowed as the board is. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const part = Part.safeParse(Object.fromEntries(url.searchParams));
  if (!part.success) throw new DomainError("invalid", "This part of the board is not known.");
  const { column, cursor, pages } = part.data;
  const { items, nextCursor } = await boardColumn(ctx, column, {
    cursor,
    pages,
    filter: readFilter(WorkOrderFilter, url),
  });
  return { items, nextCursor, pages };
});

/** A lost connection costs the further cards, not the board. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch {
    return null;
  }
}
