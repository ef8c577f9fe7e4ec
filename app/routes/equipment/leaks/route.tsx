import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FilterBar, FilterSelect } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { CivilDateText } from "~/components/date-text";
import { EmptyValue } from "~/components/empty-value";
import { EmptyState } from "~/components/feedback/empty-state";
import { Button } from "~/components/ui/button";
import { FileText, Gauge } from "~/components/ui/icons";
import {
  CLOCK_STEP_LABELS,
  CLOCK_STEPS,
  EPISODE_KIND_LABELS,
  needsCounsel,
} from "~/domain/refrigerant/leaks/compliance";
import { type EpisodeRow, leakDeadlines } from "~/domain/refrigerant/leaks/episodes.server";
import { AttentionView } from "~/domain/refrigerant/schema";
import { choicesOf } from "~/domain/shared/choices";
import { allow, can } from "~/domain/shared/permissions";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { ClockBadge } from "~/routes/equipment/shared/clock-badge";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Leak compliance · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  const filter = AttentionView.parse(Object.fromEntries(url.searchParams));
  const me = allow(ctx, "equipment.read");
  const { items, previousCursor, nextCursor, today } = await leakDeadlines(ctx, filter);
  return {
    filter,
    page: { previousCursor, nextCursor },
    mayWrite: can(me, "equipment.write"),
    rows: items.map((row) => ({ ...row, today })),
  };
});

type Row = EpisodeRow & { today: string };

const columns: readonly Column<Row>[] = [
  {
    key: "circuit",
    header: "Circuit",
    className: "w-[28%]",
    cell: ({ equipmentName, circuitName, refrigerant }) => (
      <>
        {equipmentName}
        <SecondLine>
          {circuitName} · {refrigerant}
        </SecondLine>
      </>
    ),
  },
  { key: "customer", header: "Customer", cell: ({ customerName }) => customerName ?? <EmptyValue /> },
  {
    key: "step",
    header: "Next",
    cell: ({ nextStep }) =>
      nextStep && (
        <>
          {CLOCK_STEP_LABELS[nextStep]}
          {needsCounsel(nextStep) && <SecondLine>Confirm with your attorney</SecondLine>}
        </>
      ),
  },
  {
    key: "due",
    header: "Due",
    cell: ({ nextDueOn }) => nextDueOn && <CivilDateText date={nextDueOn} year />,
  },
  {
    key: "state",
    header: "State",
    card: "corner",
    cell: ({ nextDueOn, today }) =>
      nextDueOn && <ClockBadge clock={{ dueOn: nextDueOn, doneOn: null }} today={today} />,
  },
  {
    key: "why",
    header: "Why",
    needsRoom: true,
    cell: ({ kind, rateCentiPercent }) => `${EPISODE_KIND_LABELS[kind]}: ${(rateCentiPercent / 100).toFixed(2)}%`,
  },
];

const states = [
  { value: "overdue", label: "Overdue" },
  { value: "soon", label: "Within 7 days" },
  { value: "later", label: "Later" },
];
const steps = choicesOf(CLOCK_STEPS, CLOCK_STEP_LABELS);
const labelOf = (choices: readonly { value: string; label: string }[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value;

/** Circuits that leaked over their threshold or are chronic leakers, by next deadline; one may be both. */
export default function LeakDeadlines() {
  const { filter, rows, page, mayWrite } = useLoaderData<typeof loader>();
  const { state, step } = filter;
  const chips = [
    ...(state ? [{ label: labelOf(states, state), clearHref: paths.leakDeadlines({ step }) }] : []),
    ...(step ? [{ label: labelOf(steps, step), clearHref: paths.leakDeadlines({ state }) }] : []),
  ];
  return (
    <>
      {mayWrite && (
        <Button variant="outline" className="mb-4" asChild>
          <Link to={paths.auditPacket()}>
            <FileText />
            Audit packet
          </Link>
        </Button>
      )}
      <FilterBar
        chips={chips}
        clearHref={paths.leakDeadlines()}
        fileHref={paths.apiListFile("leak-deadlines", { state, step })}
      >
        <FilterSelect name="state" label="Deadline" any="Any deadline" value={state ?? ""} choices={states} />
        <FilterSelect name="step" label="Next" any="Any step" value={step ?? ""} choices={steps} />
      </FilterBar>
      <DataTable
        caption="Circuits with deadlines"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHref={({ equipmentId }) => `${paths.equipment(equipmentId)}/readings`}
        empty={
          chips.length > 0 ? (
            <EmptyState icon={Gauge} title="No deadline matches">
              Try fewer filters.
            </EmptyState>
          ) : (
            <EmptyState icon={Gauge} title="No leak deadlines">
              When refrigerant added to a circuit pushes it over its leak-rate threshold, the repair, its verification
              and the inspections are listed here by deadline. Residential systems are exempt.
            </EmptyState>
          )
        }
      />
      <CursorPagination page={page} href={(at) => paths.leakDeadlines({ state, step, ...at })}>
        {counted(rows.length, "deadline")}
      </CursorPagination>
    </>
  );
}
