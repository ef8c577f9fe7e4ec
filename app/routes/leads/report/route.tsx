import { Form, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Download } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { LEAD_SOURCE_LABELS, LEAD_STAGE_LABELS, LOST_REASON_LABELS } from "~/domain/leads/lead";
import { type LeadReport, leadReport } from "~/domain/leads/report.server";
import { ReportView } from "~/domain/leads/schema";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx, url }) => {
  // A month input posts `2026-11`.
  const day = (name: string) => url.searchParams.get(name)?.replace(/^(\d{4}-\d\d)$/, "$1-01");
  const { from, to } = ReportView.parse({ from: day("from"), to: day("to") });
  return leadReport(ctx, from && to && from > to ? { from: to, to: from } : { from, to });
});

const percent = (rate: number | null) => (rate === null ? "–" : `${(rate * 100).toFixed(1)}%`);

export default function Report() {
  const { from, to, sources, funnel, lost } = useLoaderData<typeof loader>();
  return (
    <div className="flex max-w-5xl flex-col gap-8 pt-4 pb-8">
      <Form method="get" className="flex flex-wrap items-end gap-3">
        <MonthBox name="from" label="From month" value={from} />
        <MonthBox name="to" label="To month" value={to} />
        <Button type="submit" variant="outline">
          Show
        </Button>
        <Button asChild variant="outline" className="sm:ml-auto">
          <a href={paths.leadReportFile({ from: `${from}-01`, to: `${to}-01` })} download>
            <Download />
            Download CSV
          </a>
        </Button>
      </Form>
      <Section
        title="By source"
        description="Leads received in these months. The rate counts won leads among those won or lost."
      >
        <DataTable caption="By source" columns={sourceColumns} rows={sources} rowKey={({ source }) => source} />
      </Section>
      <div className="grid gap-8 lg:grid-cols-2">
        <Section title="By stage" description="Leads that reached this stage or a later one.">
          <DataTable caption="By stage" columns={stageColumns} rows={funnel} rowKey={({ stage }) => stage} />
        </Section>
        <Section title="Lost reasons" description="Reasons given when a lead was marked as lost.">
          {lost.length > 0 ? (
            <DataTable caption="Lost reasons" columns={lostColumns} rows={lost} rowKey={({ reason }) => reason} />
          ) : (
            <p className="text-muted-foreground">No lead was lost.</p>
          )}
        </Section>
      </div>
    </div>
  );
}

function MonthBox({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={`report-${name}`}>{label}</Label>
      <Input id={`report-${name}`} name={name} type="month" defaultValue={value} key={value} className="w-44" />
    </div>
  );
}

const sourceColumns: readonly Column<LeadReport["sources"][number]>[] = [
  { key: "source", header: "Source", cell: ({ source }) => LEAD_SOURCE_LABELS[source] },
  { key: "leads", header: "Leads", numeric: true, cell: ({ leads }) => leads.toLocaleString("en-US") },
  { key: "open", header: "Open", numeric: true, cell: ({ open }) => open.toLocaleString("en-US") },
  { key: "won", header: "Won", numeric: true, cell: ({ won }) => won.toLocaleString("en-US") },
  { key: "lost", header: "Lost", numeric: true, cell: ({ lost }) => lost.toLocaleString("en-US") },
  { key: "rate", header: "Rate", numeric: true, cell: ({ rate }) => percent(rate) },
  { key: "value", header: "Won value", numeric: true, cell: ({ wonMinor }) => <MoneyText minor={wonMinor} /> },
];

const stageColumns: readonly Column<LeadReport["funnel"][number]>[] = [
  { key: "stage", header: "Stage", cell: ({ stage }) => LEAD_STAGE_LABELS[stage] },
  { key: "reached", header: "Leads", numeric: true, cell: ({ reached }) => reached.toLocaleString("en-US") },
  { key: "rate", header: "From previous stage", numeric: true, cell: ({ rate }) => percent(rate) },
];

const lostColumns: readonly Column<LeadReport["lost"][number]>[] = [
  { key: "reason", header: "Reason", cell: ({ reason }) => LOST_REASON_LABELS[reason] },
  { key: "leads", header: "Leads", numeric: true, cell: ({ leads }) => leads.toLocaleString("en-US") },
];
