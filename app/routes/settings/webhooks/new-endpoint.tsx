import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { createEndpoint } from "~/domain/webhooks/change.server";
import { EndpointInput } from "~/domain/webhooks/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { EndpointFields, endpointLabels } from "./endpoint-fields";
import { SigningSecret } from "./signing-secret";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allowAdmin(ctx);
  return { email: allowPerson(ctx).email, constraint: getZodConstraint(EndpointInput), formKey: ctx.newId() };
});

export const action = formAction(EndpointInput, async ({ ctx, input, request }) => {
  const { secret } = await createEndpoint(ctx, input, clientInfo(request, ctx));
  return { made: { secret } };
});

export default function NewEndpoint() {
  const answer = useActionAnswer<typeof action>();
  return answer && "made" in answer ? <SigningSecret {...answer.made} /> : <NewEndpointForm />;
}

function NewEndpointForm() {
  const { email, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof EndpointInput>>({ id: "new-webhook", constraint, noun: "endpoint" });
  return (
    <FormDialog
      title="New endpoint"
      description="Events are sent to this address from now on, with the records that they are about."
      {...{ actionForm, labels: endpointLabels, formKey }}
      submit="Add endpoint"
    >
      <EndpointFields fields={actionForm.fields} email={email} />
    </FormDialog>
  );
}
