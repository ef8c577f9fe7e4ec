import { getZodConstraint } from "@conform-to/zod/v4";
import { useLoaderData } from "@remix-run/react";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { updateAccount } from "~/domain/finance/accounts/accounts.server";
import { listInstitutions } from "~/domain/finance/accounts/institutions.server";
import { BankAccount } from "~/domain/finance/accounts/schema";
import { decimalText } from "~/domain/shared/money";
import { formAction } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { AccountFields, type AccountInput, accountLabels } from "~/routes/finances/accounts/shared/account-fields";
import { institutionChoice } from "~/routes/finances/accounts/shared/institutions.server";
import { useAccount } from "~/routes/finances/accounts/shared/use-accounts";
import { SavedElsewhere, savedMoney } from "~/routes/finances/shared/saved-elsewhere";

export const loader = memberLoader(async ({ ctx }) => ({
  institutions: (await listInstitutions(ctx)).map(institutionChoice),
  constraint: getZodConstraint(BankAccount),
  formKey: ctx.newId(),
}));

export const action = formAction(BankAccount, async ({ ctx, input, params, url, request }) => {
  const { id } = await updateAccount(ctx, params.id ?? "", input);
  const to = paths.account(id, { page: url.searchParams.get("page") });
  return redirectWithToast(request, to, { tone: "success", text: "Account saved." });
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

const BALANCE = "Current balance";

export default function EditAccount() {
  const { institutions, constraint, formKey } = useLoaderData<typeof loader>();
  const account = useAccount();
  const actionForm = useActionForm<AccountInput>({
    id: `account-${account.id}`,
    constraint,
    defaultValue: { ...account, currentBalance: decimalText(account.currentBalanceMinor) },
  });
  const { fields, current } = actionForm;
  return (
    <FormDialog
      {...{ actionForm, formKey }}
      title="Edit Account"
      labels={accountLabels(BALANCE)}
      description={account.name}
      version={current?.version ?? account.version}
      noValidate
      submit="Save Account"
    >
      <SavedElsewhere current={current}>
        {(now) => `${now("name")}, ${savedMoney(now, Number(now("currentBalanceMinor")), account.currency)}`}
      </SavedElsewhere>
      <AccountFields fields={fields} institutions={institutions} balanceLabel={BALANCE} />
    </FormDialog>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
