import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { Archive, ArchiveRestore, CalendarPlus, ListChecks, Pencil } from "lucide-react";
import type { CrumbHandle } from "~/components/app-shell/breadcrumbs";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { minutesText } from "~/components/minutes-text";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { ActiveBadge, CategoryBadge } from "~/components/service-types/badges";
import { PlaybookPreview } from "~/components/service-types/playbook-preview";
import { RequirementFacts } from "~/components/service-types/requirement-facts";
import { Button } from "~/components/ui/button";
import { findServiceType } from "~/domain/service-types/detail.server";
import { ActiveForm } from "~/domain/service-types/schema";
import { updateServiceType } from "~/domain/service-types/update.server";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? data.serviceType.name : "Service type"} · Plenum` },
];

export const handle: CrumbHandle<Awaited<ReturnType<typeof loader>>> = {
  crumb: (data) => ({ serviceType: data?.serviceType.name }),
};

export const loader = pageLoader(async ({ ctx, params }) => ({
  serviceType: await findServiceType(ctx, params.id ?? ""),
}));

export const action = formAction(ActiveForm, async ({ ctx, input, params, request }) => {
  const id = params.id ?? "";
  await updateServiceType(ctx, id, input);
  const text = input.active
    ? "Jobs can be booked with it again."
    : "Put aside. Jobs booked with it keep what they have.";
  return redirectWithToast(request, paths.serviceType(id), { tone: "success", text });
});

export default function ServiceTypeDetail() {
  const { serviceType } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const { id, name, description, category, durationMinutes, priceMinor, active, tasks, jobs } = serviceType;
  const { rights, playbookVersion } = serviceType;
  const refused = lastResult?.error?.[""];
  return (
    <>
      <PageHeader
        title={name}
        facts={
          <>
            <ActiveBadge active={active} />
            <CategoryBadge category={category} />
            <span className="tabular">{minutesText(durationMinutes)}</span>
            {priceMinor !== null && <MoneyText minor={priceMinor} />}
            <span className="tabular">Playbook version {playbookVersion}</span>
            <span className="tabular">{jobs === 1 ? "1 job booked" : `${jobs} jobs booked`}</span>
          </>
        }
        secondary={
          <>
            {rights.write && <ActiveButton serviceType={serviceType} />}
            {rights.book && active && (
              <Button variant="outline" asChild>
                <Link to={paths.newWorkOrder({ serviceTypeId: id })}>
                  <CalendarPlus />
                  Book work order
                </Link>
              </Button>
            )}
          </>
        }
        action={
          rights.write && (
            <Button asChild variant="default">
              <Link to={paths.editServiceType(id)}>
                <Pencil />
                Edit
              </Link>
            </Button>
          )
        }
      />
      {refused && (
        <p role="alert" className="pb-3 font-medium text-bad">
          {refused.join(" ")}
        </p>
      )}
      {description && (
        <p className="max-w-3xl whitespace-pre-line break-words pb-6 text-muted-foreground">{description}</p>
      )}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Section
          title="Playbook"
          description="What a job booked now gets as its checklist. Jobs booked before keep theirs."
          action={
            rights.write && (
              <Button variant="outline" asChild size="sm">
                <Link to={paths.serviceTypeTasks(id)}>
                  <ListChecks />
                  Tasks
                </Link>
              </Button>
            )
          }
        >
          <PlaybookPreview tasks={tasks} />
        </Section>
        <Section title="Requirements">
          <RequirementFacts serviceType={serviceType} />
        </Section>
      </div>
      {sessionEnded}
    </>
  );
}

function ActiveButton({ serviceType: { active, version } }: { serviceType: { active: boolean; version: number } }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="version" value={version} />
      <Button variant="outline" type="submit" name="active" value={String(!active)}>
        {active ? <Archive /> : <ArchiveRestore />}
        {active ? "Put aside" : "Take back into use"}
      </Button>
    </Form>
  );
}
