import { Link } from "@remix-run/react";
import { lazy } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
import type { CapacityDay } from "~/domain/performance/glance.server";
import { formatDate } from "~/domain/shared/time/date-format";
import { paths } from "~/paths";

const CapacityBars = lazy(async () => ({
  default: (await import("~/components/charts/capacity-bars")).CapacityBars,
}));

// Created once: creating one per value takes as long as rendering the rest of its row.
const tenths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
const hours = (minutes: number) => `${tenths.format(minutes / 60)} hr`;

/** Booked hours of the next fourteen days compared with all shift hours. */
export function Capacity({ days }: { days: readonly CapacityDay[] }) {
  const booked = days.reduce((sum, day) => sum + day.bookedMinutes, 0);
  const shifts = days.reduce((sum, day) => sum + day.shiftMinutes, 0);
  const share = shifts > 0 ? `, ${Math.round((booked / shifts) * 100)}%` : "";
  return (
    <ChartFrame
      title="Capacity, next 14 days"
      foldsOnPhone
      description={`${hours(booked)} booked of ${hours(shifts)} in shifts${share}. The outline is the shifts, without breaks, time off and holidays.`}
      table={
        <Table className="text-sm">
          <TableCaption>Capacity by day</TableCaption>
          <TableHeader>
            <TableRow>
              <TableHead>Day</TableHead>
              <TableHead numeric>Jobs</TableHead>
              <TableHead numeric>Booked</TableHead>
              <TableHead numeric>Shifts</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {days.map(({ date, jobs, bookedMinutes, shiftMinutes }) => (
              <TableRow key={date}>
                <TableHead scope="row">
                  <Link to={paths.schedulerDay(date)} className="text-link underline underline-offset-4">
                    {formatDate(date)}
                  </Link>
                </TableHead>
                <TableCell numeric>{jobs}</TableCell>
                <TableCell numeric>{hours(bookedMinutes)}</TableCell>
                <TableCell numeric>{hours(shiftMinutes)}</TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      }
    >
      <CapacityBars
        name="Booked"
        bars={days.map(({ date, bookedMinutes, shiftMinutes }) => ({
          label: String(Number(date.slice(8))),
          title: formatDate(date),
          bookedHours: bookedMinutes / 60,
          capacityHours: shiftMinutes / 60,
        }))}
      />
    </ChartFrame>
  );
}
