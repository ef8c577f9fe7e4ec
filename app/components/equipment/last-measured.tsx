import { DateText } from "~/components/date-text";
import { TextLink } from "~/components/text-link";
import type { Measured } from "~/domain/equipment/work-order-equipment.server";
import { withUnit } from "~/domain/service-types/with-unit";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { paths } from "~/paths";

/** Figures of the latest job with measurements, and which job it was. */
export function LastMeasured({ measured, zone }: { measured: readonly Measured[]; zone: string }) {
  const [first] = measured;
  if (!first) return null;
  return (
    <div className="text-sm">
      <p className="text-muted-foreground">
        Last measured {first.doneAt && <DateText at={first.doneAt} zone={zone} />} on{" "}
        <TextLink to={paths.workOrder(first.number)}>{formatWorkOrderNumber(first.number)}</TextLink>
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {measured.map(({ id, title, unit, value, failed }) => (
          <li key={id} className={failed ? "text-bad" : undefined}>
            {title}: <span className="tabular">{value !== null && withUnit(value, unit)}</span>
            {failed === 1 && " (out of limits)"}
          </li>
        ))}
      </ul>
    </div>
  );
}
