import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { createServiceType } from "~/domain/service-types/create.server";
import { knownSkillsToEdit } from "~/domain/service-types/detail.server";
import { AdvancedForm, taskOfForm } from "~/domain/service-types/schema";
import { DURATION_MINUTES } from "~/domain/work-order-basics/duration";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { serviceTypeLabels } from "~/routes/service-types/shared/form-values";
import { DetailsSection, RequirementsSection } from "~/routes/service-types/shared/sections";
import { TaskRows } from "./task-rows";

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New service type · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  knownSkills: await knownSkillsToEdit(ctx),
  constraint: getZodConstraint(AdvancedForm),
  formKey: ctx.newId(),
}));

export const action = formAction(AdvancedForm, async ({ ctx, input, request }) => {
  const tasks = input.tasks.map((task) => ({ ...taskOfForm(task), active: true }));
  const { id } = await createServiceType(ctx, { ...input, tasks });
  return redirectWithToast(request, paths.serviceType(id), { tone: "success", text: `${input.name} created.` });
});

export default function NewServiceTypeAdvanced() {
  const { knownSkills, constraint, formKey } = useLoaderData<typeof loader>();
  const { form, fields, onListSubmit, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof AdvancedForm>>(
    {
      id: "service-type",
      constraint,
      defaultValue: {
        category: "maintenance",
        durationMinutes: String(DURATION_MINUTES.usual),
        tasks: [{ kind: "check", required: true }],
      },
    },
  );
  return (
    <div className="max-w-3xl">
      <PageHeader title="New service type" facts="Duration, price, checklist and requirements for one kind of job." />
      <Form method="post" id={form.id} onSubmit={onListSubmit} className="flex flex-col gap-8">
        <FormSummary form={form} labels={serviceTypeLabels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <DetailsSection fields={fields} />
        <TaskRows form={form} field={fields.tasks} />
        <RequirementsSection fields={fields} knownSkills={knownSkills} />
        <FormActions>
          <Button type="submit" variant="default" loading={isSaving}>
            Create service type
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.serviceTypes()}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}
