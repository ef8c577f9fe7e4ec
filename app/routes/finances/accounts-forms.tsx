import { AccountForm } from "~/components/accounts/account-form";
import { accountsHref } from "~/components/accounts/accounts-view";
import { InstitutionPicker } from "~/components/accounts/institution-picker";
import { ProblemBanner } from "~/components/finance/problem-banner";
import { PageHeader } from "~/components/page-header";
import type { AccountsModeProps } from "./accounts-modes";

/** The two steps of a new account, and the edit form. */
export function AccountForms({ view, data, refusal }: AccountsModeProps) {
  const { institutions, account, formKey, problems } = data;
  const isEdit = view.mode === "editAccount" && account !== null;
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      {view.mode === "selectInstitution" ? (
        <PageHeader title="Select Institution" facts="Step 1 of 2: where is the account held?" />
      ) : (
        <PageHeader title={isEdit ? "Edit Account" : "Add Account"} facts={isEdit ? account.name : "Step 2 of 2"} />
      )}
      <ProblemBanner messages={problems} />
      {view.mode === "selectInstitution" ? (
        <InstitutionPicker key={view.institutionId} institutions={institutions} chosen={view.institutionId} />
      ) : (
        <AccountForm
          key={account?.id ?? "new"}
          account={isEdit ? account : null}
          institutions={institutions}
          institutionId={view.institutionId}
          formKey={formKey}
          refusal={refusal}
          backHref={accountsHref(isEdit ? { accountId: account.id } : {})}
        />
      )}
    </div>
  );
}
