import { type Column, DataTable } from "~/components/data-table/data-table";
import { EmptyState } from "~/components/feedback/empty-state";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { Stat } from "~/components/stat";
import { ClipboardList } from "~/components/ui/icons";
import { CUSTOMER_TYPE_LABELS } from "~/domain/customers/customer";
import type { Comparison, OwnWork } from "~/domain/industries/analysis";
import { findIndustry } from "~/domain/industries/industry";
import { formatMoney } from "~/domain/shared/money";
import { formatMonth } from "~/domain/shared/time/date-format";
import { wholeNumber } from "./number-format";

type Own = Comparison["own"];

const byIndustry: readonly Column<OwnWork>[] = [
  { key: "industry", header: "Industry", cell: ({ code }) => findIndustry(code)?.label ?? code },
  {
    key: "types",
    header: "Service types",
    cell: ({ serviceTypes }) => (serviceTypes.length > 0 ? serviceTypes.join(", ") : "None named"),
    className: "w-[40%]",
  },
  { key: "jobs", header: "Jobs", numeric: true, cell: ({ jobs }) => wholeNumber(jobs) },
  { key: "customers", header: "Customers", numeric: true, cell: ({ customers }) => wholeNumber(customers) },
  { key: "revenue", header: "Revenue", numeric: true, cell: ({ revenueMinor }) => <MoneyText minor={revenueMinor} /> },
];

const byType: readonly Column<Own["byCustomerType"][number]>[] = [
  { key: "type", header: "Customers", cell: ({ type }) => CUSTOMER_TYPE_LABELS[type] },
  { key: "customers", header: "Active now", numeric: true, cell: ({ customers }) => wholeNumber(customers) },
  { key: "jobs", header: "Jobs", numeric: true, cell: ({ jobs }) => wholeNumber(jobs) },
  { key: "revenue", header: "Revenue", numeric: true, cell: ({ revenueMinor }) => <MoneyText minor={revenueMinor} /> },
];

/** The business's own last twelve months, by the industries of its jobs and by customer. */
export function OwnYear({ own }: { own: Own }) {
  const [first, last] = [own.months[0], own.months.at(-1)];
  return (
    <Section
      title="Your own year"
      description={
        first && last
          ? `${formatMonth(first.month)} to ${formatMonth(last.month)} so far: jobs completed, and invoices issued less credit notes, before tax.`
          : undefined
      }
    >
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Stat label="Jobs completed" value={own.jobs} />
        <Stat label="Revenue" value={own.revenueMinor} format={(minor) => formatMoney(Math.round(minor))} signed />
        <Stat label="Active customers" value={own.customers} />
        <Stat label="Active technicians" value={own.technicians} />
      </div>
      <DataTable
        caption="Your year by industry"
        columns={byIndustry}
        rows={own.byIndustry}
        rowKey={({ code }) => code}
        empty={
          <EmptyState icon={ClipboardList} title="Nothing in these 12 months">
            Jobs that were completed and invoices that were issued in the last 12 months are counted here.
          </EmptyState>
        }
      />
      <p className="text-muted-foreground text-sm">
        A job belongs to an industry by the name of its service type: walk-in coolers and ice machines are commercial
        equipment repair, duct and chimney cleaning other building services, thermostats and wiring electrical. All
        others are plumbing and HVAC.
      </p>
      <DataTable
        caption="Your year by type of customer"
        columns={byType}
        rows={own.byCustomerType}
        rowKey={({ type }) => type}
      />
    </Section>
  );
}
