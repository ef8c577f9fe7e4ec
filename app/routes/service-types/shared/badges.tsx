import { StatusBadge } from "~/components/status-badge";
import { Badge } from "~/components/ui/badge";
import {
  Activity,
  Archive,
  Camera,
  CircleCheck,
  ClipboardCheck,
  Gauge,
  type IconComponent,
  NotebookPen,
  PenLine,
} from "~/components/ui/icons";
import {
  SERVICE_CATEGORY_LABELS,
  type ServiceCategory,
  TASK_KIND_LABELS,
  type TaskKind,
} from "~/domain/service-types/service-type";

/** Whether jobs can be booked with it. */
export function ActiveBadge({ active }: { active: boolean }) {
  return active ? (
    <StatusBadge label="Active" tone="ok" icon={CircleCheck} />
  ) : (
    <StatusBadge label="Archived" tone="neutral" icon={Archive} />
  );
}

export function CategoryBadge({ category }: { category: ServiceCategory }) {
  return <Badge tone={category === "emergency" ? "heat" : "neutral"}>{SERVICE_CATEGORY_LABELS[category]}</Badge>;
}

const icons: Record<TaskKind, IconComponent> = {
  check: ClipboardCheck,
  measurement: Gauge,
  photo: Camera,
  signature: PenLine,
  reading: Activity,
  note: NotebookPen,
};

/** A task's kind as icon and word. */
export function KindLabel({ kind }: { kind: TaskKind }) {
  const Icon = icons[kind];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-muted-foreground text-sm">
      <Icon aria-hidden="true" className="size-4" />
      {TASK_KIND_LABELS[kind]}
    </span>
  );
}
