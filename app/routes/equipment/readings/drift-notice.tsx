import { TriangleAlert } from "~/components/ui/icons";
import type { ChargeTrend } from "~/domain/equipment/charge-trend";
import { degreesText } from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";
import { formatDate, formatMonth } from "~/domain/shared/time/date-format";
import { monthKey } from "~/domain/shared/time/dates";

const LABELS = { superheat: "Superheat", subcooling: "Subcooling" };

const CHECKS = {
  subcooling: {
    falling: "A slow leak looks like this. Find it before the charge is low.",
    rising: "Check the condenser coil, its fan and the filter drier.",
  },
  superheat: {
    rising: "A slow leak looks like this. Find it before the charge is low.",
    falling: "Check filter, blower and evaporator coil.",
  },
};

/** `circuit`: its name, if the unit has several. */
type DriftNoticeProps = { circuit: string | null; trend: ChargeTrend; units: GaugeUnits };

/** Warns that a circuit's charge is drifting out of range, by how much, and what to check. */
export function DriftNotice({ circuit, trend, units }: DriftNoticeProps) {
  const { figure, direction, fromF, toF, since, leavesOn } = trend;
  if (leavesOn === null) return null;
  const change = degreesText(units, "difference", Math.abs(toF - fromF));
  return (
    <p className="flex gap-2 rounded-md bg-warn-soft p-3">
      <TriangleAlert className="mt-0.5 size-4 shrink-0" />
      <span>
        {circuit && <strong className="font-medium">{circuit}: </strong>}
        {`${LABELS[figure]} is ${direction}: ${change} ${direction === "falling" ? "lower" : "higher"} than on ${formatDate(since, true)}. `}
        {`At this rate it leaves its range in ${formatMonth(monthKey(leavesOn))}. ${CHECKS[figure][direction]}`}
      </span>
    </p>
  );
}
