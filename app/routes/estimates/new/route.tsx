import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { Combobox } from "~/components/forms/combobox";
import { FieldFrame } from "~/components/forms/field";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import type { customerChoices } from "~/domain/customers/choices.server";
import { createEstimate } from "~/domain/estimates/draft.server";
import { NewEstimate } from "~/domain/estimates/schema";
import { allow } from "~/domain/shared/permissions";
import { formatPhone } from "~/domain/shared/text/phones";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useSearch } from "~/lib/use-search";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(({ ctx }) => {
  allow(ctx, "leads.write");
  allow(ctx, "customers.read");
  return { constraint: getZodConstraint(NewEstimate), formKey: ctx.newId() };
});

export const action = formAction(NewEstimate, async ({ ctx, input, request }) => {
  const { id } = await createEstimate(ctx, input);
  return redirectWithToast(request, paths.editEstimate(id), { tone: "success", text: "Draft estimate created." });
});

type Choice = Awaited<ReturnType<typeof customerChoices>>[number];

/** A draft estimate for a customer; from a lead or a job, it is started there. */
export default function NewEstimateDialog() {
  const { constraint, formKey } = useLoaderData<typeof loader>();
  const { data, isPending, search } = useSearch<{ choices: Choice[] }>(paths.customerChoices);
  const [customer, setCustomer] = useState<Choice | null>(null);
  const [text, setText] = useState("");
  const actionForm = useActionForm<z.input<typeof NewEstimate>>({ id: "estimate", constraint, defaultValue: {} });
  const field = actionForm.fields.customerId;
  return (
    <FormDialog
      title="New estimate"
      actionForm={actionForm}
      labels={{ customerId: "Customer" }}
      formKey={formKey}
      submit="Create estimate"
    >
      <FieldFrame
        field={field}
        label="Customer"
        description="For someone who is not a customer yet, start the estimate from a lead."
      >
        {customer && <input type="hidden" name={field.name} value={customer.id} />}
        <Combobox
          input={{
            id: field.id,
            value: text,
            placeholder: "Phone, name, address or email",
            "aria-describedby": field.descriptionId,
            "aria-invalid": field.errors ? true : undefined,
            onChange: (event) => {
              setText(event.target.value);
              setCustomer(null);
            },
          }}
          label="Customers"
          options={
            customer
              ? undefined
              : data?.choices.map(({ id, name, phone }) => ({
                  value: id,
                  label: name,
                  detail: phone && formatPhone(phone),
                }))
          }
          empty="No customer found."
          isPending={isPending}
          onSearch={search}
          onSelect={(id) => {
            const chosen = data?.choices.find((one) => one.id === id) ?? null;
            setCustomer(chosen);
            setText(chosen?.name ?? "");
          }}
        />
      </FieldFrame>
    </FormDialog>
  );
}
