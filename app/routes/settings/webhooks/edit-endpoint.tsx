import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { allowPerson } from "~/domain/shared/permissions";
import { readEndpoint, updateEndpoint } from "~/domain/webhooks/change.server";
import { EndpointForm } from "~/domain/webhooks/schema";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { clientInfo } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { EndpointFields, endpointLabels } from "./endpoint-fields";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => ({
  endpoint: await readEndpoint(ctx, params.endpointId ?? ""),
  email: allowPerson(ctx).email,
  constraint: getZodConstraint(EndpointForm),
  formKey: ctx.newId(),
}));

export const action = formAction(EndpointForm, async ({ ctx, input, params, request, url }) => {
  const id = params.endpointId ?? "";
  await updateEndpoint(ctx, id, { patch: input, browser: clientInfo(request, ctx) });
  const to = paths.webhook(id, Object.fromEntries(url.searchParams));
  return redirectWithToast(request, to, { tone: "success", text: "Endpoint saved." });
});

type Values = Omit<z.input<typeof EndpointForm>, "events"> & { events: string[] };

export default function EditEndpoint() {
  const { endpoint, email, constraint, formKey } = useLoaderData<typeof loader>();
  const { id, url, description, events, version } = endpoint;
  const actionForm = useActionForm<Values>({
    ...{ id: "edit-webhook", constraint, noun: "endpoint" },
    defaultValue: { url, description, events },
  });
  return (
    <FormDialog
      title="Edit endpoint"
      {...{ actionForm, labels: endpointLabels, formKey, version }}
      conflict={{ noun: "endpoint", discardHref: paths.webhook(id) }}
      submit="Save endpoint"
    >
      <EndpointFields
        fields={actionForm.fields}
        email={email}
        passwordHint="Required only if you change the address."
      />
    </FormDialog>
  );
}
