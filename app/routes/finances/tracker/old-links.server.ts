import { planItemKind } from "~/domain/finance/tracker/plan.server";
import type { Ctx } from "~/domain/shared/context";
import { householdToday } from "~/domain/shared/time/household-day";
import { paths } from "~/paths";
import { readTrackerView, trackerHref, trackerQuery } from "./tracker-view";

/** Current URL for an older link with dialogs in its query; null for any other URL. */
export async function oldDialogHref(ctx: Ctx, { pathname, searchParams }: URL): Promise<string | null> {
  if (pathname !== paths.finances()) return null;
  const [add, edit, remove] = ["add", "edit", "delete"].map((name) => searchParams.get(name));
  if (!add && !edit && !remove) return null;
  const view = readTrackerView(searchParams, householdToday(ctx));
  const query = trackerQuery(view);
  if (add === "income" || add === "expense") return paths.newPlanItem(add, query);
  const id = edit ?? remove ?? "";
  const kind = await planItemKind(ctx, id);
  if (!kind) return trackerHref(view);
  return edit ? paths.planItem({ kind, id, on: searchParams.get("on") }, query) : paths.deletePlanItem(kind, id, query);
}
