import { useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { ACCOUNT_TYPE_LABELS, ACCOUNT_TYPES } from "~/domain/finance/accounts/account";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import type { InstitutionView } from "~/domain/finance/accounts/institutions.server";
import { CURRENCIES, formatMoney, toDecimal } from "~/domain/shared/money";
import { type AccountRefusal, Changed, versionOf } from "./refusal";

type AccountFormProps = {
  /** Null to add one. */
  account: AccountView | null;
  institutions: readonly InstitutionView[];
  institutionId: number | null;
  formKey: string;
  refusal: AccountRefusal;
  /** Where Cancel leads. */
  backHref: string;
};

interface AccountTexts {
  name: string;
  accountNumber: string;
  accountType: string;
  currentBalance: string;
  institutionId: string;
  currency: string;
  description: string;
}

const constraint = {
  name: { required: true, maxLength: 120 },
  accountNumber: { maxLength: 40 },
  currentBalance: { required: true },
  description: { maxLength: 1000 },
};
const types = ACCOUNT_TYPES.map((value) => ({ value, label: ACCOUNT_TYPE_LABELS[value] }));
const currencies = CURRENCIES.map((value) => ({ value, label: value }));

/** Step 2 of a new account, and the edit form. */
export function AccountForm({ account, institutions, institutionId, formKey, refusal, backHref }: AccountFormProps) {
  const intent = account ? "edit-account" : "add-account";
  const busy = useNavigation().formData?.get("intent") === intent;
  const [form, fields] = useForm<AccountTexts>({
    id: account ? `account-${account.id}` : "account",
    lastResult: refusal.lastResult,
    defaultValue: textsOf(account, institutionId),
    constraint,
  });
  const [type, setType] = useState(String(fields.accountType.initialValue ?? "checking"));
  return (
    <Form method="post" id={form.id} noValidate className="flex flex-col gap-5">
      <FormSummary form={form} />
      {account && (
        <Changed details={refusal.details}>
          {(now) => `${now("name")}, ${formatMoney(Number(now("currentBalanceMinor")), account.currency)}`}
        </Changed>
      )}
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="idempotencyKey" value={formKey} />
      {account && <input type="hidden" name="version" value={versionOf(refusal.details) ?? account.version} />}
      <TextField field={fields.name} label="Account name" placeholder="Everyday checking" autoComplete="off" />
      <SelectField
        field={fields.institutionId}
        label="Institution"
        placeholder="No institution"
        choices={institutions.map((one) => ({ value: String(one.id), label: one.name }))}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          field={fields.accountType}
          label="Account type"
          choices={types}
          onChange={(event) => setType(event.target.value)}
        />
        <SelectField field={fields.currency} label="Currency" choices={currencies} />
      </div>
      <TextField
        field={fields.currentBalance}
        label={account ? "Current balance" : "Starting balance"}
        description={type === "credit" ? "For credit accounts, enter what you owe: 250.00 means you owe 250.00." : null}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
      />
      <TextField field={fields.accountNumber} label="Account number" autoComplete="off" inputMode="text" />
      <TextAreaField field={fields.description} label="Description" rows={3} />
      <FormActions>
        <Button type="submit" variant="default" loading={busy}>
          {account ? "Save Account" : "Add Account"}
        </Button>
        <Button variant="outline" asChild>
          <Link to={backHref}>Cancel</Link>
        </Button>
      </FormActions>
    </Form>
  );
}

function textsOf(account: AccountView | null, institutionId: number | null): Partial<AccountTexts> {
  if (!account) return { accountType: "checking", currency: "USD", institutionId: String(institutionId ?? "") };
  return {
    name: account.name,
    accountNumber: account.accountNumber ?? "",
    accountType: account.accountType,
    currentBalance: toDecimal(account.currentBalanceMinor).toFixed(2),
    institutionId: String(account.institutionId ?? ""),
    currency: account.currency,
    description: account.description ?? "",
  };
}
