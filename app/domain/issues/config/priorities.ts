import { ISSUE_PRIORITIES, ISSUE_PRIORITY_LABELS, type IssuePriority } from "~/domain/issues/issue";

export interface PrioritySettings {
  priority: IssuePriority;
  name: string;
  /** Null for the default color. */
  color: string | null;
  /** The label that stands for it on code hosts; null for none. */
  label: string | null;
  version: number;
}

/** All priorities, the most urgent first: as the business has changed them, otherwise the defaults. */
export function prioritiesFrom(changed: readonly PrioritySettings[]): PrioritySettings[] {
  return ISSUE_PRIORITIES.map(
    (priority) =>
      changed.find((one) => one.priority === priority) ?? {
        ...{ priority, name: ISSUE_PRIORITY_LABELS[priority], color: null, label: null, version: 1 },
      },
  );
}

const keyOf = (label: string) => label.trim().toLowerCase();

/**
 * The labels that stand for priorities on code hosts. Keys are names in lower case, as code hosts compare them. An issue has at
 * most one of them there, and its label here is its priority.
 */
export function priorityLabels(settings: readonly PrioritySettings[]) {
  const mapped = settings.flatMap(({ priority, label }) =>
    label === null ? [] : [{ priority, label: label.trim(), key: keyOf(label) }],
  );
  const of = (key: string) => mapped.find((one) => one.key === key);
  return {
    priorityOf: (key: string): IssuePriority | null => of(key)?.priority ?? null,
    /** The label as it is spelled. */
    nameOf: (key: string): string | null => of(key)?.label ?? null,
    labelOf: (priority: IssuePriority): string | null => mapped.find((one) => one.priority === priority)?.key ?? null,
    /** The most urgent of these keys; null if none stands for a priority. */
    mostUrgent: (keys: readonly string[]): string | null => mapped.find(({ key }) => keys.includes(key))?.key ?? null,
  };
}

export type PriorityLabels = ReturnType<typeof priorityLabels>;

/** The priority of an issue that arrives from a host with these labels. */
export function priorityFrom(keys: readonly string[], labels: PriorityLabels): IssuePriority {
  const key = labels.mostUrgent(keys);
  return (key === null ? null : labels.priorityOf(key)) ?? "none";
}
