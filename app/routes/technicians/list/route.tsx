import { type MetaFunction, redirect, type SerializeFrom } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { AvatarName } from "~/components/avatar-name";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { CursorPagination } from "~/components/data-table/pagination";
import { EmptyValue } from "~/components/empty-value";
import { Badge } from "~/components/ui/badge";
import { CircleAlert, Clock } from "~/components/ui/icons";
import { formatPhone } from "~/domain/shared/text/phones";
import { listTechnicians } from "~/domain/technicians/list.server";
import type { CertificationState } from "~/domain/technicians/qualification";
import { TechnicianListView } from "~/domain/technicians/schema";
import { pageLoader } from "~/http/page-loader";
import { withFallback } from "~/http/with-fallback.server";
import { paths } from "~/paths";
import { SkillLevelBadge, TechnicianStatusBadge } from "~/routes/technicians/shared/badges";
import { ListEmpty, ListFilters, queryOf } from "./list-filters";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Technicians · Plenum" }];

const nothing: Awaited<ReturnType<typeof listTechnicians>> = {
  items: [],
  nextCursor: null,
  previousCursor: null,
  total: 0,
  teams: [],
};

export const loader = pageLoader(async ({ ctx, url }) => {
  const query = Object.fromEntries(url.searchParams);
  // Older links had these screens in the query.
  if (query.view === "free") throw redirect(paths.availableTechnicians({ from: query.from, skills: query.skills }));
  if (query.holidays) throw redirect(paths.holidays());
  const view = TechnicianListView.parse(query);
  return { ...(await withFallback({ ctx, url }, () => listTechnicians(ctx, view), nothing)), view };
});

export default function TechnicianList() {
  const { view, failed, teams, ...page } = useLoaderData<typeof loader>();
  const { items, total } = page;
  return (
    <>
      <ListFilters view={view} teams={teams} />
      <TechnicianTable rows={items} empty={<ListEmpty view={view} failed={failed} />} />
      <CursorPagination page={page} href={(at) => paths.technicians({ ...queryOf(view), ...at })}>
        {total === null ? `${items.length} shown` : `${items.length} of ${total}`}
      </CursorPagination>
      <Outlet />
    </>
  );
}

type Row = SerializeFrom<typeof loader>["items"][number];

/** A technician's team is below the name: a column of its own would leave no room for the skills. */
const columns: readonly Column<Row>[] = [
  { key: "name", header: "Name", cell: (row) => <AvatarName name={row.fullName} detail={row.team} /> },
  { key: "status", header: "Status", card: "corner", cell: (row) => <TechnicianStatusBadge status={row.status} /> },
  { key: "level", header: "Level", needsRoom: true, cell: (row) => <SkillLevelBadge level={row.skillLevel} /> },
  { key: "skills", header: "Skills", cell: (row) => <Skills skills={row.skills} />, className: "w-[28%]" },
  { key: "certifications", header: "Certifications", cell: (row) => <Certifications all={row.certifications} /> },
  {
    key: "phone",
    header: "Phone",
    needsRoom: true,
    cell: (row) =>
      row.phone ? <span className="whitespace-nowrap tabular">{formatPhone(row.phone)}</span> : <EmptyValue />,
  },
  {
    key: "today",
    header: "Jobs today",
    numeric: true,
    cell: (row) => (row.jobsToday > 0 ? <span className="text-foreground">{row.jobsToday}</span> : <EmptyValue />),
  },
];

const SKILLS_SHOWN = 2;

function Skills({ skills }: { skills: readonly string[] }) {
  if (skills.length === 0) return <EmptyValue />;
  return (
    <span className="flex flex-wrap gap-1 max-sm:justify-end xl:flex-nowrap">
      {skills.slice(0, SKILLS_SHOWN).map((skill) => (
        <Badge key={skill}>{skill}</Badge>
      ))}
      {skills.length > SKILLS_SHOWN && <Badge>+{skills.length - SKILLS_SHOWN}</Badge>}
    </span>
  );
}

/** Certifications that need attention, otherwise their number. */
function Certifications({ all }: { all: Row["certifications"] }) {
  const count = (state: CertificationState) => all.filter((one) => one.state === state).length;
  const [expired, expiring] = [count("expired"), count("expiring")];
  if (expired > 0) {
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-bad">
        <CircleAlert className="size-4" />
        {expired} expired
      </span>
    );
  }
  if (expiring > 0) {
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-warn">
        <Clock className="size-4" />
        {expiring} expiring
      </span>
    );
  }
  return all.length > 0 ? <>{all.length} valid</> : <EmptyValue />;
}

function TechnicianTable({ rows, empty }: { rows: readonly Row[]; empty: ReactNode }) {
  return (
    <DataTable
      caption="Technicians"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.technician(row.id)}
      empty={empty}
    />
  );
}
