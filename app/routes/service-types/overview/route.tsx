import { Link, useLoaderData } from "@remix-run/react";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { ListChecks } from "~/components/ui/icons";
import { findServiceType } from "~/domain/service-types/detail.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { PlaybookPreview } from "~/routes/service-types/shared/playbook-preview";
import { RequirementFacts } from "~/routes/service-types/shared/requirement-facts";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  serviceType: await findServiceType(ctx, params.id ?? ""),
}));

export default function ServiceTypeOverview() {
  const { serviceType } = useLoaderData<typeof loader>();
  const { id, description, tasks, rights } = serviceType;
  return (
    <>
      {description && (
        <p className="max-w-3xl whitespace-pre-line break-words pb-6 text-muted-foreground">{description}</p>
      )}
      <div className="grid items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Section
          title="Playbook"
          description="The checklist of new jobs. Jobs already booked keep theirs."
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
    </>
  );
}
