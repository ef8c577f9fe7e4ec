import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { FormDialog } from "~/components/forms/form-dialog";
import { MailFields, mailLabels } from "~/components/forms/mail-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { estimateMail, formatEstimateNumber } from "~/domain/estimates/estimate";
import { estimateDetail } from "~/domain/estimates/list.server";
import { SendEstimate } from "~/domain/estimates/schema";
import { sendEstimate } from "~/domain/estimates/send.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const me = allow(ctx, "leads.write");
  const estimate = await estimateDetail(ctx, params.id ?? "");
  const { number, revision, version, status, customerEmail, leadEmail, billTo, seller } = estimate;
  return {
    ...{ version, isDraft: status === "draft", reference: formatEstimateNumber(number, revision) },
    values: {
      to: customerEmail ?? leadEmail ?? billTo.email ?? "",
      ...estimateMail(estimate, seller?.name ?? me.orgName),
    },
    constraint: getZodConstraint(SendEstimate),
    formKey: ctx.newId(),
  };
});

export const action = formAction(SendEstimate, async ({ ctx, input, params, request }) => {
  const { id } = await sendEstimate(ctx, params.id ?? "", input);
  const text = input.to ? `Estimate sent to ${input.to}.` : "The estimate's link is ready.";
  return redirectWithToast(request, paths.estimate(id), { tone: "success", text });
});

export default function SendEstimateDialog() {
  const { version, isDraft, reference, values, constraint, formKey } = useLoaderData<typeof loader>();
  const actionForm = useActionForm<z.input<typeof SendEstimate>>({
    id: "send",
    constraint,
    noun: "email",
    defaultValue: values,
  });
  return (
    <FormDialog
      title={isDraft ? "Send estimate" : `Send ${reference} again`}
      description={
        isDraft
          ? "It gets its number and can't be changed afterward. Leave To empty to get a link without an email."
          : "The same PDF and link go out again."
      }
      actionForm={actionForm}
      labels={mailLabels}
      formKey={formKey}
      version={version}
      submit="Send estimate"
    >
      <MailFields fields={actionForm.fields} attachment={isDraft ? "The estimate as a PDF" : `${reference}.pdf`} />
    </FormDialog>
  );
}
