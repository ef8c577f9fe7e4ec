import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useSearchParams } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { FileLink } from "~/components/data-table/filter-bar";
import { CursorPagination } from "~/components/data-table/pagination";
import { SecondLine } from "~/components/data-table/second-line";
import { DateText } from "~/components/date-text";
import { PageHeader } from "~/components/page-header";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import {
  CYLINDER_ENTRY_LABELS,
  CYLINDER_ISSUE_LABELS,
  CYLINDER_KIND_LABELS,
  isReversible,
  NO_CERTIFICATE,
  pounds,
} from "~/domain/refrigerant/cylinders/cylinder";
import { type CylinderEntry, cylinderLedger } from "~/domain/refrigerant/cylinders/list.server";
import { EntryView } from "~/domain/refrigerant/cylinders/schema";
import { counted } from "~/domain/shared/text/counted";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { CylinderBadge } from "~/routes/equipment/shared/cylinder-badge";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.cylinder.number ?? "Cylinder"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ record: data?.cylinder.number }),
};

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const view = EntryView.parse(Object.fromEntries(url.searchParams));
  const { items, ...ledger } = await cylinderLedger(ctx, params.cylinderId ?? "", view);
  const { mayWrite, timeZone, cylinder } = ledger;
  return { ...ledger, rows: items.map((entry) => ({ ...entry, mayWrite, timeZone, cylinderId: cylinder.id })) };
});

type Row = CylinderEntry & { mayWrite: boolean; timeZone: string; cylinderId: string };

const columns: readonly Column<Row>[] = [
  {
    key: "kind",
    header: "Entry",
    className: "w-[22%]",
    cell: ({ kind, reversesId, occurredAt, timeZone }) => (
      <>
        {reversesId === null ? CYLINDER_ENTRY_LABELS[kind] : `${CYLINDER_ENTRY_LABELS[kind]}, reversed`}
        <SecondLine>
          <DateText at={occurredAt} zone={timeZone} />
        </SecondLine>
      </>
    ),
  },
  { key: "before", header: "Before", numeric: true, cell: ({ beforeMilliLb }) => pounds(beforeMilliLb) },
  { key: "after", header: "After", numeric: true, cell: ({ afterMilliLb }) => pounds(afterMilliLb) },
  {
    key: "who",
    header: "Who",
    cell: ({ kind, technicianName, toTechnicianName }) =>
      kind === "handed_over" ? `To ${toTechnicianName ?? "the shop"}` : (technicianName ?? "Shop"),
  },
  { key: "about", header: "About", cell: (row) => <About {...row} /> },
];

function About({ id, kind, issue, certificate, recordedMilliLb, note, workOrderId, workOrderNumber, ...row }: Row) {
  const [search] = useSearchParams();
  const isUse = kind === "charged" || kind === "recovered";
  const facts = [
    ...(issue && recordedMilliLb !== null
      ? [`${CYLINDER_ISSUE_LABELS[issue]}: ${pounds(recordedMilliLb)} by the reading`]
      : []),
    ...(isUse ? [certificate ?? NO_CERTIFICATE] : []),
    ...(note ? [note] : []),
  ];
  const mayReverse = row.mayWrite && row.reversesId === null && row.reversedById === null && isReversible(kind);
  return (
    <>
      {facts.join(" · ")}
      {workOrderId && (
        <>
          {" "}
          <TextLink to={paths.workOrder(workOrderNumber ?? workOrderId)}>Work order {workOrderNumber}</TextLink>
        </>
      )}
      {row.reversedById && " Reversed."}
      {mayReverse && (
        <>
          {" "}
          <TextLink to={paths.reverseCylinderEntry(row.cylinderId, id, Object.fromEntries(search))} preventScrollReset>
            Reverse
          </TextLink>
        </>
      )}
    </>
  );
}

/** A cylinder with its ledger, latest entry first. */
export default function CylinderPage() {
  const { cylinder, rows, mayWrite, ...page } = useLoaderData<typeof loader>();
  const { id, number, refrigerant, kind, holderName, status, tareMilliLb, capacityMilliLb } = cylinder;
  const [search] = useSearchParams();
  const record = (what: string) => paths.recordCylinder(id, what, Object.fromEntries(search));
  return (
    <>
      <PageHeader
        title={`Cylinder ${number}`}
        facts={
          <>
            <CylinderBadge cylinder={cylinder} />
            <span>{`${refrigerant}, ${CYLINDER_KIND_LABELS[kind].toLowerCase()}`}</span>
            <span>{`Holds ${pounds(cylinder.netMilliLb)} of ${pounds(capacityMilliLb)}`}</span>
            <span>{`Tare ${pounds(tareMilliLb)}`}</span>
            {status !== "returned" && <span>{`With ${holderName ?? "the shop"}`}</span>}
          </>
        }
        secondary={
          <>
            <FileLink href={paths.apiCylinderEntryFile(id)} />
            <AddTodoButton about="cylinder" id={id} />
            {mayWrite && status !== "returned" && (
              <>
                <Button variant="outline" asChild>
                  <Link to={record("handed_over")} preventScrollReset>
                    Hand over
                  </Link>
                </Button>
                <Button variant="outline" asChild>
                  <Link to={record("returned")} preventScrollReset>
                    Return
                  </Link>
                </Button>
              </>
            )}
          </>
        }
        action={
          mayWrite && (
            <Button variant="default" asChild>
              <Link to={record(status === "returned" ? "received" : "weighed")} preventScrollReset>
                {status === "returned" ? "Receive" : "Weigh"}
              </Link>
            </Button>
          )
        }
      />
      <DataTable
        caption={`Ledger of cylinder ${number}`}
        columns={columns}
        rows={rows}
        rowKey={({ id: entry }) => entry}
      />
      <CursorPagination page={page} href={(at) => paths.cylinder(id, at)}>
        {counted(rows.length, "entry", "entries")}
      </CursorPagination>
      <Outlet />
    </>
  );
}
