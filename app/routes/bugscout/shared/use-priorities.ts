import { useRouteLoaderData } from "@remix-run/react";
import type { PrioritySettings } from "~/domain/issues/config/priorities";
import { ISSUE_PRIORITIES, ISSUE_PRIORITY_LABELS, type IssuePriority } from "~/domain/issues/issue";
import type { loader as detailLoader } from "~/routes/bugscout/detail/route";
import type { loader as layoutLoader } from "~/routes/bugscout/layout";

type ShownPriority = Pick<PrioritySettings, "priority" | "name" | "color">;

const defaults: readonly ShownPriority[] = ISSUE_PRIORITIES.map((priority) => ({
  ...{ priority, name: ISSUE_PRIORITY_LABELS[priority], color: null },
}));

/** The business's priorities, loaded by the tracker's layout or by the screen of one issue; elsewhere the defaults. */
export function usePriorities(): readonly ShownPriority[] {
  const layout = useRouteLoaderData<typeof layoutLoader>("routes/bugscout/layout");
  const detail = useRouteLoaderData<typeof detailLoader>("routes/bugscout/detail/route");
  return (layout ?? detail)?.priorities ?? defaults;
}

/** The priorities for a picker, the most urgent first. */
export function usePriorityChoices(): { value: IssuePriority; label: string }[] {
  return usePriorities().map(({ priority, name }) => ({ value: priority, label: name }));
}
