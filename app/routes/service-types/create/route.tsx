import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { createServiceType } from "~/domain/service-types/create.server";
import { QuickForm } from "~/domain/service-types/schema";
import { allow } from "~/domain/shared/permissions";
import { DURATION_MINUTES } from "~/domain/work-order-basics/duration";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { serviceTypeLabels } from "~/routes/service-types/shared/form-values";
import { BasicFields } from "~/routes/service-types/shared/sections";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New service type · Plenum" }];

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "service_types.write");
  return { constraint: getZodConstraint(QuickForm), formKey: ctx.newId() };
});

export const action = formAction(QuickForm, async ({ ctx, input, request }) => {
  const { id } = await createServiceType(ctx, input);
  const text = `${input.name} created. Add its tasks now or later.`;
  return redirectWithToast(request, paths.playbook(id), { tone: "success", text });
});

export default function NewServiceType() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof QuickForm>>({
    id: "service-type",
    constraint,
    defaultValue: { category: "maintenance", durationMinutes: String(DURATION_MINUTES.usual) },
  });
  const { fields } = actionForm;
  return (
    <FormDialog
      title="New service type"
      description="The minimum needed to book jobs."
      actionForm={actionForm}
      labels={serviceTypeLabels}
      formKey={formKey}
      submit="Create service type"
    >
      <BasicFields fields={fields} />
      <p className="text-muted-foreground">
        Need requirements, parts and tasks right away?{" "}
        <TextLink to={paths.newServiceTypeAdvanced()}>Use the full form</TextLink>
      </p>
    </FormDialog>
  );
}
