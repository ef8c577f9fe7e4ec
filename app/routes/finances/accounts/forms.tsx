import { Link } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { ProblemBanner } from "~/routes/finances/shared/problem-banner";
import { accountsHref } from "./accounts-view";
import { InstitutionPicker } from "./institution/institution-picker";
import type { AccountsModeProps } from "./modes";
import { AccountForm } from "./shared/account-form";

/** The two steps of a new account, and the edit form. */
export function AccountForms({ view, data, refusal }: AccountsModeProps) {
  const { account, problems } = data;
  const isEdit = view.mode === "editAccount";
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col gap-5">
      {view.mode === "selectInstitution" ? (
        <PageHeader title="Select Institution" facts="Step 1 of 2: where is the account held?" />
      ) : (
        <PageHeader title={isEdit ? "Edit Account" : "Add Account"} facts={isEdit ? account?.name : "Step 2 of 2"} />
      )}
      <ProblemBanner messages={problems} />
      <Step view={view} data={data} refusal={refusal} />
    </div>
  );
}

/** What could not be read is not taken for nothing: the form waits for another try. */
function Step({ view, data, refusal }: AccountsModeProps) {
  const { institutions, account, formKey, problems } = data;
  const { mode, institutionId } = view;
  const isEdit = mode === "editAccount";
  if (problems.length > 0 && (isEdit ? account === null : institutions.length === 0)) {
    return (
      <div>
        <Button variant="outline" asChild>
          <Link to={accountsHref(view)}>Try again</Link>
        </Button>
      </div>
    );
  }
  if (mode === "selectInstitution") {
    return <InstitutionPicker key={institutionId} institutions={institutions} chosen={institutionId} />;
  }
  return (
    <AccountForm
      key={account?.id ?? "new"}
      account={isEdit ? account : null}
      institutions={institutions}
      institutionId={institutionId}
      formKey={formKey}
      refusal={refusal}
      backHref={accountsHref(isEdit && account ? { accountId: account.id } : {})}
    />
  );
}
