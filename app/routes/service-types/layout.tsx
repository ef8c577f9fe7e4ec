import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, Outlet, useLoaderData, useLocation } from "@remix-run/react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { TabsNav } from "~/components/tabs-nav";
import { AddTodoButton } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { Archive, ArchiveRestore, CalendarPlus, Pencil } from "~/components/ui/icons";
import { serviceTypeHeader } from "~/domain/service-types/detail.server";
import { ActiveForm } from "~/domain/service-types/schema";
import { updateServiceType } from "~/domain/service-types/update.server";
import { formatDuration } from "~/domain/shared/time/date-format";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { ActiveBadge, CategoryBadge } from "./shared/badges";

export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data?.name ?? "Service type"} · Plenum` }];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ serviceType: data?.name }),
};

export const loader = pageLoader(({ ctx, params }) => serviceTypeHeader(ctx, params.id ?? ""));

/** Archives and restores the service type. */
export const action = formAction(ActiveForm, async ({ ctx, input, params, request }) => {
  const id = params.id ?? "";
  await updateServiceType(ctx, id, input);
  const text = input.active ? "Service type restored." : "Service type archived. Jobs already booked are not affected.";
  return redirectWithToast(request, paths.serviceType(id), { tone: "success", text });
});

export default function ServiceTypeLayout() {
  const { id, name, category, durationMinutes, priceMinor, active, playbookVersion, version, jobs, may } =
    useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const { pathname } = useLocation();
  const refused = lastResult?.error?.[""];
  const tasks = paths.serviceTypeTasks(id);
  const isTasks = pathname.startsWith(tasks);
  const isOverview = pathname === paths.serviceType(id);
  return (
    <>
      <PageHeader
        title={name}
        facts={
          <>
            <ActiveBadge active={active} />
            <CategoryBadge category={category} />
            <span className="tabular">{formatDuration(durationMinutes)}</span>
            {priceMinor !== null && <MoneyText minor={priceMinor} />}
            <span className="tabular">Playbook version {playbookVersion}</span>
            <span className="tabular">{jobs === 1 ? "1 job booked" : `${jobs} jobs booked`}</span>
          </>
        }
        secondary={
          isOverview && (
            <>
              <AddTodoButton about="serviceType" id={id} />
              {may.write && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="version" value={version} />
                  <Button variant="outline" type="submit" name="active" value={String(!active)}>
                    {active ? <Archive /> : <ArchiveRestore />}
                    {active ? "Archive" : "Restore"}
                  </Button>
                </Form>
              )}
              {may.book && active && (
                <Button variant="outline" asChild>
                  <Link to={paths.newWorkOrder({ serviceTypeId: id })}>
                    <CalendarPlus />
                    Book work order
                  </Link>
                </Button>
              )}
            </>
          )
        }
        action={
          may.write &&
          isOverview && (
            <Button asChild variant="default">
              <Link to={paths.editServiceType(id)}>
                <Pencil />
                Edit
              </Link>
            </Button>
          )
        }
      />
      {may.write && (
        <TabsNav
          label="Service type"
          tabs={[
            { to: paths.serviceType(id), label: "Overview", current: isOverview },
            { to: tasks, label: "Tasks", current: isTasks },
            { to: paths.playbook(id), label: "Playbook", current: !isOverview && !isTasks },
          ]}
        />
      )}
      {refused && (
        <p role="alert" className="pb-3 font-medium text-bad">
          {refused.join(" ")}
        </p>
      )}
      {sessionEnded}
      <Outlet />
    </>
  );
}
