import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { Pencil } from "~/components/ui/icons";
import { technicianHeader } from "~/domain/technicians/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { SkillLevelBadge, TechnicianStatusBadge } from "./shared/badges";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.fullName ?? "Technician"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ technician: data?.fullName }),
};

export const loader = pageLoader(({ ctx, params }) => technicianHeader(ctx, params.id ?? ""));

/** Technicians see their own team; the list of everyone in it is for the office. */
function TeamLink({ id, name, isLinked }: { id: string; name: string; isLinked: boolean }) {
  if (!isLinked) return <span>{name}</span>;
  return (
    <TextLink to={paths.technicians({ team: id })} title={`Everyone in ${name}`}>
      {name}
    </TextLink>
  );
}

export default function TechnicianLayout() {
  const { id, fullName, skillLevel, status, team, teamId, hours, may } = useLoaderData<typeof loader>();
  const { pathname } = useLocation();
  const [edit, schedule] = [paths.editTechnician(id), paths.technicianSchedule(id)];
  const isSchedule = pathname.startsWith(schedule);
  return (
    <>
      <PageHeader
        title={fullName}
        facts={
          <>
            <SkillLevelBadge level={skillLevel} />
            <TechnicianStatusBadge status={status} />
            {team && teamId && <TeamLink id={teamId} name={team} isLinked={may.write} />}
            <span className="tabular">{hours}</span>
          </>
        }
        secondary={pathname !== edit && <AddTodoButton about="technician" id={id} />}
        action={
          may.write &&
          pathname !== edit && (
            <Button asChild variant="default">
              <Link to={edit}>
                <Pencil />
                Edit
              </Link>
            </Button>
          )
        }
      />
      <TabsNav
        label="Technician"
        tabs={[
          { to: paths.technician(id), label: "Overview", current: !isSchedule && pathname !== edit },
          { to: schedule, label: "Schedule", current: isSchedule },
        ]}
      />
      <Outlet />
    </>
  );
}
