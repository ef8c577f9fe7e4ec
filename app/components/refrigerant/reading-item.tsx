import type { ReactNode } from "react";
import { DateText } from "~/components/date-text";
import { StatusBadge } from "~/components/status-badge";
import { TextLink } from "~/components/text-link";
import { TriangleAlert } from "~/components/ui/icons";
import { NO_CERTIFICATE } from "~/domain/refrigerant/cylinders/cylinder";
import type { Reading } from "~/domain/refrigerant/list.server";
import { degreesText, weightText } from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { paths } from "~/paths";
import { VerdictBadge } from "./verdict";

export type ShownReading = ReturnType<typeof shownReading>;

/** The fields of a reading that a list shows; the page carries no others. */
export function shownReading({ assessment: { superheat, subcooling, verdict }, ...row }: Reading) {
  const { id, takenAt, takenBy, workOrderNumber, serviceGroupId, circuitName, refrigerant, notes } = row;
  return {
    ...{ id, takenAt, takenBy, workOrderNumber, serviceGroupId, circuitName, refrigerant, notes, verdict },
    ...{ addedMilliLb: row.addedMilliLb, recoveredMilliLb: row.recoveredMilliLb },
    isDisposal: row.isDisposal,
    isUncertified: row.technicianId !== null && row.certificate === null,
    deleted: row.removedAt === null ? null : { at: row.removedAt, by: row.removedBy, reason: row.removalReason },
    ...{ superheat: superheat?.value ?? null, subcooling: subcooling?.value ?? null },
  };
}

type ReadingItemProps = {
  reading: ShownReading;
  timeZone: string;
  units: GaugeUnits;
  /** What it was taken on; by default the job, in a list of one piece of equipment. */
  subject?: ReactNode;
  /** What can be done with it. */
  action?: ReactNode;
};

/** A reading in a list: when, on what, by whom, its figures and what they say. */
export function ReadingItem({ reading, timeZone, units, subject, action }: ReadingItemProps) {
  const { superheat, subcooling, verdict, takenAt, takenBy, workOrderNumber, circuitName, refrigerant } = reading;
  const { addedMilliLb, recoveredMilliLb, isUncertified, isDisposal, deleted } = reading;
  const Figures = deleted ? "del" : "p";
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <DateText at={takenAt} zone={timeZone} />
        {subject}
        {subject === undefined && workOrderNumber !== null && (
          <TextLink to={paths.workOrder(workOrderNumber)} className="tabular">
            {formatWorkOrderNumber(workOrderNumber)}
          </TextLink>
        )}
        <span className="text-muted-foreground">
          {circuitName} · {refrigerant}
          {takenBy && ` · ${takenBy}`}
        </span>
        {action}
      </div>
      <Figures className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <span>
          Superheat <span className="tabular font-medium">{degreesText(units, "difference", superheat)}</span>
        </span>
        <span>
          Subcooling <span className="tabular font-medium">{degreesText(units, "difference", subcooling)}</span>
        </span>
        <VerdictBadge verdict={verdict} />
        {addedMilliLb !== null && <span>Added {weightText(units, addedMilliLb)}</span>}
        {recoveredMilliLb !== null && (
          <span>
            Recovered {weightText(units, recoveredMilliLb)}
            {isDisposal && " for disposal"}
          </span>
        )}
        {isUncertified && <StatusBadge label={NO_CERTIFICATE} tone="warn" icon={TriangleAlert} />}
      </Figures>
      {deleted && (
        <p className="text-sm">
          Deleted <DateText at={deleted.at} zone={timeZone} />
          {deleted.by && ` by ${deleted.by}`}: {deleted.reason ?? "no reason recorded"}
        </p>
      )}
      {reading.notes && <p className="text-muted-foreground text-sm">{reading.notes}</p>}
    </li>
  );
}
