import { StatusBadge } from "~/components/status-badge";
import { Archive, Check, TriangleAlert } from "~/components/ui/icons";
import { CYLINDER_STATUS_LABELS, type CylinderStatus } from "~/domain/refrigerant/cylinders/cylinder";

/** A cylinder's status; a cylinder that needs weighing shows that instead. */
export function CylinderBadge({ cylinder }: { cylinder: { status: CylinderStatus; needsWeighing: boolean } }) {
  const { status, needsWeighing } = cylinder;
  if (needsWeighing) return <StatusBadge label="Needs weighing" tone="warn" icon={TriangleAlert} />;
  const isInUse = status === "in_use";
  return (
    <StatusBadge
      label={CYLINDER_STATUS_LABELS[status]}
      tone={isInUse ? "ok" : "neutral"}
      icon={isInUse ? Check : Archive}
    />
  );
}
