import { useRouteLoaderData } from "@remix-run/react";
import type { IssuePriority } from "~/domain/issues/issue";
import type { PrioritySettings } from "~/domain/issues/priorities";
import type { loader as detailLoader } from "~/routes/bugscout/detail/route";
import type { loader as layoutLoader } from "~/routes/bugscout/layout";

/** The business's priorities, loaded by the tracker's layout or by the screen of one issue. */
export function usePriorities(): readonly PrioritySettings[] {
  const layout = useRouteLoaderData<typeof layoutLoader>("routes/bugscout/layout");
  const detail = useRouteLoaderData<typeof detailLoader>("routes/bugscout/detail/route");
  const data = layout ?? detail;
  if (!data) throw new Error("usePriorities belongs to the screens of the bug tracker");
  return data.priorities;
}

/** The priorities for a picker, the most urgent first. */
export function usePriorityChoices(): { value: IssuePriority; label: string }[] {
  return usePriorities().map(({ priority, name }) => ({ value: priority, label: name }));
}
