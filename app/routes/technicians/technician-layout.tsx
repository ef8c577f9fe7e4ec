import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { TextLink } from "~/components/text-link";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { Pencil } from "~/components/ui/icons";
import { resendTechnicianInvitation } from "~/domain/people/invitations.server";
import { RecordId } from "~/domain/shared/fields";
import { technicianHeader } from "~/domain/technicians/detail.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { SkillLevelBadge, TechnicianStatusBadge } from "./shared/badges";

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.fullName ?? "Technician"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ technician: data?.fullName }),
};

export const loader = pageLoader(({ ctx, params }) => technicianHeader(ctx, params.id ?? ""));

/** Here because the overview has the technician's own address, which is this route's. */
export const action = formActions({
  resend: formCase(RecordId, async ({ ctx, input, params, request }) => {
    await resendTechnicianInvitation(ctx, input.id);
    const text = "Invitation resent with a new link.";
    return redirectWithToast(request, paths.technician(params.id ?? ""), { tone: "success", text });
  }),
});

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
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const notResent = lastResult?.error?.[""];
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
      {notResent && (
        <p role="alert" className="pb-3 font-medium text-bad">
          {notResent.join(" ")}
        </p>
      )}
      <Outlet />
      {sessionEnded}
    </>
  );
}
