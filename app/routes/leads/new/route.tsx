import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { type FocusEvent, useRef } from "react";
import type { z } from "zod";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SaveState } from "~/components/forms/save-state";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { createLead } from "~/domain/leads/create.server";
import { leadOwners } from "~/domain/leads/list.server";
import { LeadInput } from "~/domain/leads/schema";
import type { SimilarCustomer, SimilarLead } from "~/domain/leads/similar.server";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";
import { LeadFields, leadLabels } from "~/routes/leads/shared/lead-fields";
import { PossibleDuplicates } from "~/routes/leads/shared/possible-duplicates";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New lead · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const me = allow(ctx, "leads.write");
  return {
    owners: await leadOwners(ctx),
    me: me.userId ?? "",
    constraint: getZodConstraint(LeadInput),
    formKey: ctx.newId(),
  };
});

export const action = formAction(LeadInput, async ({ ctx, input, request }) => {
  const { id } = await createLead(ctx, input);
  return redirectWithToast(request, paths.lead(id), { tone: "success", text: `${input.name} added.` });
});

export default function NewLead() {
  const { owners, me, constraint, formKey } = useLoaderData<typeof loader>();
  const { similar, look } = useSimilar();
  const { form, fields, isSaving, isInDoubt, saveState, sessionEnded } = useActionForm<z.input<typeof LeadInput>>({
    id: "lead",
    constraint,
    noun: "lead",
    defaultValue: { source: "call", ownerId: me },
  });
  return (
    <div className="max-w-3xl">
      <PageHeader title="New lead" facts="A name, what they need, and a phone number or an email address are enough." />
      <Form method="post" id={form.id} onBlur={look} className="flex flex-col gap-8">
        <FormSummary form={form} labels={leadLabels} />
        <div aria-live="polite" className="empty:hidden">
          <PossibleDuplicates {...similar} />
        </div>
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <LeadFields fields={fields} owners={owners} />
        <FormActions state={saveState !== "saved" && <SaveState state={saveState} />}>
          <Button type="submit" variant="default" loading={isSaving}>
            Add lead
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.leads()}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}

interface Similar {
  leads: SimilarLead[];
  customers: SimilarCustomer[];
}

/** Checks for possible duplicates whenever a field of the form loses focus. */
function useSimilar() {
  const lookup = useLookup<Similar>();
  const requested = useRef("");
  const look = (event: FocusEvent<HTMLFormElement>) => {
    // When the submit button takes the focus, a pending lookup would run twice.
    if (event.relatedTarget instanceof HTMLButtonElement && event.relatedTarget.type === "submit") return;
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "").trim();
    const entered = { name: text("name"), phone: text("phone"), email: text("email") };
    const href = paths.similarLeads({ ...entered, line1: text("place.line1"), postalCode: text("place.postalCode") });
    const isEnough = entered.phone || entered.email || (text("place.line1") && text("place.postalCode"));
    if (href === requested.current || !isEnough) return;
    requested.current = href;
    lookup.load(href);
  };
  return { similar: lookup.data ?? { leads: [], customers: [] }, look };
}
