import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { EmptyState } from "~/components/feedback/empty-state";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Download, Gauge } from "~/components/ui/icons";
import { NO_CERTIFICATE, pounds } from "~/domain/refrigerant/cylinders/cylinder";
import { VarianceView } from "~/domain/refrigerant/cylinders/schema";
import type { Disposal, DisposalTotal } from "~/domain/refrigerant/disposals/disposal";
import { type DisposalLog, disposalLog } from "~/domain/refrigerant/disposals/log.server";
import { allow } from "~/domain/shared/permissions";
import { formatMonth } from "~/domain/shared/time/date-format";
import { monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Disposal log · Plenum" }];

/** These records must be kept for three years. */
const MONTHS = 36;

export const loader = pageLoader(async ({ ctx, url }) => {
  const { month } = VarianceView.parse(Object.fromEntries(url.searchParams));
  const now = monthKey(todayOf(ctx, allow(ctx, "equipment.write")));
  return {
    wanted: month ?? "",
    ...(await disposalLog(ctx, { month })),
    months: Array.from({ length: MONTHS }, (_, back) => shiftMonth(now, -back)),
  };
});

const columns: readonly Column<Disposal>[] = [
  {
    key: "unit",
    header: "Appliance",
    className: "w-[20%]",
    cell: ({ equipmentName, date }) => (
      <>
        {equipmentName}
        <SecondLine>
          <CivilDateText date={date} year />
        </SecondLine>
      </>
    ),
  },
  {
    key: "location",
    header: "Location",
    cell: ({ customerName, location }) => [customerName, location].filter(Boolean).join(", "),
  },
  {
    key: "charge",
    header: "Full charge",
    numeric: true,
    cell: ({ chargeMilliLb }) => (chargeMilliLb === null ? "Not recorded" : pounds(chargeMilliLb)),
  },
  { key: "refrigerant", header: "Refrigerant", cell: ({ refrigerant }) => refrigerant },
  { key: "recovered", header: "Recovered", numeric: true, cell: ({ recoveredMilliLb }) => pounds(recoveredMilliLb) },
  { key: "cylinder", header: "Cylinder", needsRoom: true, cell: ({ cylinder }) => cylinder ?? "" },
  {
    key: "technician",
    header: "Technician",
    needsRoom: true,
    cell: ({ technician, certificate }) => [technician, certificate ?? NO_CERTIFICATE].filter(Boolean).join(", "),
  },
];

const totalColumns: readonly Column<DisposalTotal>[] = [
  { key: "refrigerant", header: "Refrigerant", cell: ({ refrigerant }) => refrigerant },
  { key: "appliances", header: "Appliances", numeric: true, cell: ({ appliances }) => appliances },
  { key: "recovered", header: "Recovered", numeric: true, cell: ({ recoveredMilliLb }) => pounds(recoveredMilliLb) },
];

const transferColumns: readonly Column<DisposalLog["transfers"][number]>[] = [
  { key: "date", header: "Date", cell: ({ date }) => <CivilDateText date={date} year /> },
  { key: "cylinder", header: "Cylinder", cell: ({ number }) => number },
  { key: "refrigerant", header: "Refrigerant", cell: ({ refrigerant }) => refrigerant },
  { key: "amount", header: "Amount", numeric: true, cell: ({ netMilliLb }) => pounds(netMilliLb) },
  { key: "to", header: "Transferred to", cell: ({ takenBy }) => takenBy ?? "" },
];

/** Refrigerant recovered from appliances disposed of in a month, by type, and where it went. */
export default function DisposalLogPage() {
  const { wanted, month, months, disposals, totals, transfers } = useLoaderData<typeof loader>();
  const choices = months.map((value) => ({ value, label: formatMonth(value) }));
  return (
    <div className="flex flex-col gap-6">
      <div>
        <p className="mb-4 max-w-prose text-muted-foreground">
          Refrigerant recovered before disposal from appliances with a full charge of more than 5 and less than 50 lb.
          To add one, check Recovered for disposal in the reading. Keep these records for three years.{" "}
          <TextLink to={paths.cylinders()}>All cylinders</TextLink>
        </p>
        <FilterBar>
          <FilterSelect name="month" label="Month" any="This month" value={wanted} choices={choices} />
        </FilterBar>
        <DataTable
          caption={`Disposals in ${formatMonth(month)}`}
          columns={columns}
          rows={disposals}
          rowKey={({ id }) => id}
          rowHref={({ equipmentId }) => `${paths.equipment(equipmentId)}/readings`}
          empty={
            <EmptyState icon={Gauge} title={`No disposals in ${formatMonth(month)}`}>
              Readings marked Recovered for disposal are listed here by month.
            </EmptyState>
          }
        />
      </div>
      {totals.length > 0 && (
        <Section title="By refrigerant">
          <DataTable
            caption={`Recovered in ${formatMonth(month)}`}
            columns={totalColumns}
            rows={totals}
            rowKey={({ refrigerant }) => refrigerant}
          />
        </Section>
      )}
      {transfers.length > 0 && (
        <Section title="Transfers">
          <DataTable
            caption={`Recovery cylinders transferred in ${formatMonth(month)}`}
            columns={transferColumns}
            rows={transfers}
            rowKey={({ id }) => id}
          />
        </Section>
      )}
      {disposals.length + transfers.length > 0 && (
        <div>
          <Button asChild variant="outline">
            <a href={paths.disposalFile({ month })} download>
              <Download />
              CSV
            </a>
          </Button>
        </div>
      )}
    </div>
  );
}
