import { useForm } from "@conform-to/react";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { PageHeader } from "~/components/page-header";
import { serviceTypeLabels, serviceTypeLimits } from "~/components/service-types/fields";
import { BasicFields } from "~/components/service-types/sections";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { DURATION_MINUTES } from "~/domain/service-types/catalogue";
import { createServiceType } from "~/domain/service-types/create.server";
import { QuickForm } from "~/domain/service-types/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New service type · Plenum" }];

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "service_types.write");
  return { formKey: ctx.newId() };
});

export const action = formAction(QuickForm, async ({ ctx, input, request }) => {
  const { id } = await createServiceType(ctx, input);
  const text = `${input.name} can be booked. Add its tasks now, or later.`;
  return redirectWithToast(request, paths.playbook(id), { tone: "success", text });
});

type Texts = Record<"name" | "category" | "durationMinutes" | "price", string>;

export default function NewServiceType() {
  const { formKey } = useLoaderData<typeof loader>();
  const { lastResult, sessionEnded } = useFormRefusal(useActionData());
  const busy = useNavigation().formMethod === "POST";
  const [form, fields] = useForm<Texts>({
    id: "service-type",
    constraint: serviceTypeLimits,
    lastResult,
    defaultValue: { category: "maintenance", durationMinutes: String(DURATION_MINUTES.usual) },
  });
  return (
    <div className="max-w-2xl">
      <PageHeader
        title="New service type"
        facts={
          <span>
            Enough to book jobs with. Or <TextLink to={paths.newServiceTypeAdvanced()}>say everything at once</TextLink>
            : requirements, parts and tasks.
          </span>
        }
      />
      <Form method="post" id={form.id} className="flex flex-col gap-6">
        <FormSummary form={form} labels={serviceTypeLabels} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <BasicFields fields={fields} />
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
