import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useSearchParams } from "@remix-run/react";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { createAccount } from "~/domain/finance/accounts/accounts.server";
import { BankAccount } from "~/domain/finance/accounts/schema";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { AccountFields, type AccountInput, accountLabels } from "~/routes/finances/accounts/shared/account-fields";
import { institutionChoice, institutionsOrNull } from "~/routes/finances/accounts/shared/institutions.server";
import { InstitutionsMissing } from "~/routes/finances/accounts/shared/institutions-missing";

export const meta: MetaFunction = () => [{ title: "Add Account · Plenum" }];

export const loader = memberLoader(async (input) => ({
  institutions: (await institutionsOrNull(input))?.map(institutionChoice) ?? null,
  constraint: getZodConstraint(BankAccount),
  formKey: input.ctx.newId(),
}));

export const action = formAction(BankAccount, async ({ ctx, input, request }) => {
  const { id } = await createAccount(ctx, input);
  return redirectWithToast(request, paths.account(id), { tone: "success", text: "Account added." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

const BALANCE = "Starting balance";

/** Step 2 of a new account; `?institution=` is the choice made in step 1. */
export default function NewAccount() {
  const { institutions, constraint, formKey } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const institution = search.get("institution");
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<AccountInput>({
    id: "account",
    constraint,
    defaultValue: { accountType: "checking", currency: "USD", institutionId: institution },
  });
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      <PageHeader title="Add Account" facts="Step 2 of 2" />
      {institutions ? (
        <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
          <FormSummary form={form} labels={accountLabels(BALANCE)} />
          <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
          <AccountFields fields={fields} institutions={institutions} balanceLabel={BALANCE} />
          <FormActions>
            <Button type="submit" variant="default" loading={isSaving}>
              Add Account
            </Button>
            <Button variant="outline" asChild>
              <Link to={paths.accounts()}>Cancel</Link>
            </Button>
          </FormActions>
        </Form>
      ) : (
        <InstitutionsMissing retryHref={paths.newAccount({ institution })} />
      )}
      {sessionEnded}
    </div>
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
