import type { ReactNode } from "react";
import { DateText } from "~/components/date-text";
import { TriangleAlert } from "~/components/ui/icons";
import { EQUIPMENT_TYPE_LABELS } from "~/domain/equipment/equipment";
import { formatDate } from "~/domain/shared/time/date-format";
import type { DayUnit, DayWorkOrder } from "~/domain/technician-app/day";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";

/** What to know about the site before starting: its equipment, earlier visits, what to bring. */
export function Site({ workOrder }: { workOrder: DayWorkOrder }) {
  const { units, visits, parts, timeZone } = workOrder;
  const linked = units.filter((unit) => unit.isLinked);
  const others = units.filter((unit) => !unit.isLinked);
  if (units.length + visits.length + parts.length === 0) return null;
  return (
    <section aria-label="About the property" className="flex flex-col gap-3">
      {linked.map((unit) => (
        <Unit key={unit.id} unit={unit} />
      ))}
      {others.length > 0 && (
        <Folded title={linked.length > 0 ? "Other equipment here" : "Equipment here"} count={others.length}>
          {others.map((unit) => (
            <Unit key={unit.id} unit={unit} />
          ))}
        </Folded>
      )}
      {parts.length > 0 && (
        <Folded title="Parts to bring" count={parts.length}>
          <ul className="flex flex-col gap-1">
            {parts.map(({ name, quantity }) => (
              <li key={name}>
                {quantity} × {name}
              </li>
            ))}
          </ul>
        </Folded>
      )}
      {visits.length > 0 && (
        <Folded title="Last visits" count={visits.length}>
          <ul className="flex flex-col gap-3">
            {visits.map((visit) => (
              <li key={visit.id}>
                <p className="font-semibold">
                  <DateText at={visit.completedAt} zone={timeZone} />: {visit.title}
                </p>
                <p className="text-muted-foreground">
                  {formatWorkOrderNumber(visit.number)}
                  {visit.by && `, ${visit.by}`}
                </p>
                {visit.note && <p className="whitespace-pre-line break-words">{visit.note}</p>}
              </li>
            ))}
          </ul>
        </Folded>
      )}
    </section>
  );
}

function Folded({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <details className="rounded-md border-2 border-border bg-card px-4">
      <summary className="flex min-h-12 cursor-pointer items-center font-medium text-link">
        {title} ({count})
      </summary>
      <div className="flex flex-col gap-3 pb-4">{children}</div>
    </details>
  );
}

/** Make, model, serial number, age, warranty and refrigerant: what a parts counter asks for. */
function Unit({ unit }: { unit: DayUnit }) {
  const { day } = useTechnicianApp();
  const age = unit.installDate ? Number(day.date.slice(0, 4)) - Number(unit.installDate.slice(0, 4)) : null;
  const isCovered = unit.warrantyExpiresOn !== null && unit.warrantyExpiresOn >= day.date;
  const facts: [string, string | null][] = [
    ["Make", unit.manufacturer],
    ["Model", unit.modelNumber],
    ["Serial", unit.serialNumber],
    ["Age", age === null ? null : age === 1 ? "1 year" : `${Math.max(age, 0)} years`],
    [
      "Warranty",
      unit.warrantyExpiresOn && `${isCovered ? "until" : "expired"} ${formatDate(unit.warrantyExpiresOn, true)}`,
    ],
    ["Refrigerant", unit.refrigerants.length > 0 ? [...new Set(unit.refrigerants)].join(", ") : null],
    ["Location", unit.location],
  ];
  return (
    <div className="flex flex-col gap-2 rounded-md border-2 border-border bg-card p-4">
      <p className="font-semibold">
        {unit.name} <span className="font-normal text-muted-foreground">{EQUIPMENT_TYPE_LABELS[unit.type]}</span>
      </p>
      {unit.alerts.map((alert) => (
        <p key={alert} className="flex gap-2 font-medium text-bad">
          <TriangleAlert aria-hidden="true" className="size-5 shrink-0" />
          {alert}
        </p>
      ))}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([term, value]) => (
          <Fact key={term} term={term} value={value} />
        ))}
      </dl>
      {unit.notes && <p className="whitespace-pre-line">{unit.notes}</p>}
    </div>
  );
}

function Fact({ term, value }: { term: string; value: string | null }) {
  if (!value) return null;
  return (
    <>
      <dt className="text-muted-foreground">{term}</dt>
      <dd className="min-w-0 break-words">{value}</dd>
    </>
  );
}
