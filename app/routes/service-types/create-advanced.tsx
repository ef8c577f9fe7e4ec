import { useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { PageHeader } from "~/components/page-header";
import { serviceTypeLabels, serviceTypeLimits, serviceTypeTexts, taskTexts } from "~/components/service-types/fields";
import { DetailsSection, RequirementsSection } from "~/components/service-types/sections";
import { type AdvancedTexts, TaskRows } from "~/components/service-types/task-rows";
import { Button } from "~/components/ui/button";
import { DURATION_MINUTES } from "~/domain/service-types/catalogue";
import { createServiceType } from "~/domain/service-types/create.server";
import { knownSkillsToEdit } from "~/domain/service-types/detail.server";
import { AdvancedForm } from "~/domain/service-types/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New service type · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => ({
  knownSkills: await knownSkillsToEdit(ctx),
  formKey: ctx.newId(),
}));

export const action = formAction(AdvancedForm, async ({ ctx, input, request }) => {
  const { id } = await createServiceType(ctx, input);
  return redirectWithToast(request, paths.serviceType(id), { tone: "success", text: `${input.name} can be booked.` });
});

const blank: AdvancedTexts = {
  ...serviceTypeTexts({ category: "maintenance", durationMinutes: DURATION_MINUTES.usual }),
  tasks: [taskTexts({ required: true })],
};

export default function NewServiceTypeAdvanced() {
  const { knownSkills, formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const busy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<AdvancedTexts>({
    id: "service-type",
    constraint: serviceTypeLimits,
    lastResult,
    defaultValue: blank,
  });
  return (
    <div className="max-w-3xl">
      <PageHeader title="New service type" facts="Everything a job of this kind needs, said once." />
      <Form method="post" id={form.id} className="flex flex-col gap-8">
        <FormSummary form={form} labels={serviceTypeLabels} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <DetailsSection fields={fields} />
        <TaskRows form={form} field={fields.tasks} />
        <RequirementsSection fields={fields} knownSkills={knownSkills} />
        <FormActions>
          <Button type="submit" variant="default" loading={busy}>
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
