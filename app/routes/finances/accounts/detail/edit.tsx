import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData } from "@remix-run/react";
import { FormSummary } from "~/components/forms/form-summary";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import { updateAccount } from "~/domain/finance/accounts/accounts.server";
import { listInstitutions } from "~/domain/finance/accounts/institutions.server";
import { BankAccount } from "~/domain/finance/accounts/schema";
import { formatMoney, toDecimal } from "~/domain/shared/money";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { AccountFields, type AccountInput } from "~/routes/finances/accounts/shared/account-fields";
import { useAccount } from "~/routes/finances/accounts/shared/use-accounts";
import { SavedElsewhere } from "~/routes/finances/shared/saved-elsewhere";

export const loader = memberLoader(async ({ ctx }) => ({
  institutions: await listInstitutions(ctx),
  constraint: getZodConstraint(BankAccount),
  formKey: ctx.newId(),
}));

export const action = formAction(BankAccount, async ({ ctx, input, params, request }) => {
  const { id } = await updateAccount(ctx, params.id ?? "", input);
  return redirectWithToast(request, paths.account(id), { tone: "success", text: "Account saved." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export default function EditAccount() {
  const { institutions, constraint, formKey } = useLoaderData<typeof loader>();
  const account = useAccount();
  const close = useCloseDialog();
  const { form, fields, isSaving, current, sessionEnded } = useActionForm<AccountInput>({
    id: `account-${account.id}`,
    constraint,
    defaultValue: { ...account, currentBalance: toDecimal(account.currentBalanceMinor).toFixed(2) },
  });
  return (
    <Dialog open onOpenChange={close} title="Edit Account" description={account.name}>
      <Form method="post" id={form.id} noValidate preventScrollReset replace className="contents">
        <ModalBody className="flex flex-col gap-5">
          <FormSummary form={form} />
          <SavedElsewhere current={current}>
            {(now) => `${now("name")}, ${formatMoney(Number(now("currentBalanceMinor")), account.currency)}`}
          </SavedElsewhere>
          <input type="hidden" name="idempotencyKey" value={formKey} />
          <input type="hidden" name="version" value={current?.version ?? account.version} />
          <AccountFields fields={fields} institutions={institutions} balanceLabel="Current balance" />
        </ModalBody>
        <ModalFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" variant="default" loading={isSaving}>
            Save Account
          </Button>
        </ModalFooter>
      </Form>
      {sessionEnded}
    </Dialog>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
