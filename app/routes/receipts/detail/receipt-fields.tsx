import { Form } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { Combobox } from "~/components/forms/combobox";
import { ConflictDialog } from "~/components/forms/conflict-dialog";
import { FieldFrame } from "~/components/forms/field";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { chosenCurrency, MoneyField } from "~/components/forms/money-field";
import { SaveState } from "~/components/forms/save-state";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { EXPENSE_CATEGORIES, EXPENSE_CATEGORY_LABELS } from "~/domain/finance/tracker/categories";
import type { Receipt } from "~/domain/receipts/list.server";
import type { ReceiptFormFields } from "~/domain/receipts/schema";
import type { SubjectChoice } from "~/domain/receipts/subjects.server";
import { CURRENCIES, decimalText } from "~/domain/shared/money";
import { useSearch } from "~/lib/use-search";
import { paths } from "~/paths";
import { ReadPicture } from "./read-picture";

type Values = z.input<typeof ReceiptFormFields>;

const labels = {
  merchant: "Merchant",
  boughtOn: "Date",
  total: "Total",
  tax: "Tax",
  currency: "Currency",
  subject: "For",
  category: "Category",
  note: "Note",
  acceptDuplicate: "Paid twice",
};

const categories = EXPENSE_CATEGORIES.map((value) => ({ value, label: EXPENSE_CATEGORY_LABELS[value] }));
const currencies = CURRENCIES.map((value) => ({ value, label: value }));

interface ReceiptFieldsProps {
  receipt: Receipt;
  expenses: readonly SubjectChoice[];
  constraint: FormConstraint<Values>;
  formKey: string;
  hasModel: boolean;
  today: string;
  readAtOnce: boolean;
}

const subjectOf = ({ subject }: Receipt) => (subject ? `${subject.kind}:${subject.id}` : "");

/** The receipt's data, recognized or typed, to be confirmed. */
export function ReceiptFields(props: ReceiptFieldsProps) {
  const { receipt, expenses, constraint, formKey, hasModel, today, readAtOnce } = props;
  const { form, fields, isSaving, isInDoubt, saveState, details, current, sessionEnded } = useActionForm<Values>({
    id: "receipt",
    constraint,
    noun: "receipt",
    defaultValue: {
      ...{ merchant: receipt.merchant ?? "", boughtOn: receipt.boughtOn ?? "", currency: receipt.currency },
      ...{ total: decimalText(receipt.totalMinor), tax: decimalText(receipt.taxMinor), note: receipt.note ?? "" },
      ...{ subject: subjectOf(receipt), category: "other" },
    },
  });
  const duplicate = duplicateIn(details);
  const isHousehold = receipt.of === "household";
  const currency = chosenCurrency(fields.currency, receipt.currency);
  return (
    <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-5">
      {current ? (
        <ConflictDialog
          title="This receipt was changed while you were editing"
          labels={labels}
          yours={form.value ?? {}}
          current={current}
          discardHref={paths.receipt(receipt.id, { of: isHousehold ? receipt.of : undefined })}
        />
      ) : (
        <FormSummary form={form} labels={labels} />
      )}
      <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={receipt.version} />
      <ReadPicture
        {...{ receipt, currency, hasModel, today, readAtOnce }}
        ids={{
          merchant: fields.merchant.id,
          boughtOn: fields.boughtOn.id,
          totalMinor: fields.total.id,
          taxMinor: fields.tax.id,
        }}
      />
      <TextField field={fields.merchant} label={labels.merchant} autoComplete="off" placeholder="Johnstone Supply" />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField field={fields.boughtOn} label={labels.boughtOn} required />
        <SelectField field={fields.currency} label={labels.currency} choices={currencies} />
        <MoneyField field={fields.total} label={labels.total} currency={currency} required />
        <MoneyField field={fields.tax} label={`${labels.tax}, included`} currency={currency} required={false} />
      </div>
      {isHousehold ? (
        <ExpenseFields fields={fields} choices={expenses} receipt={receipt} />
      ) : (
        <SubjectField field={fields.subject} receipt={receipt} />
      )}
      <TextAreaField field={fields.note} label={labels.note} rows={2} />
      {duplicate && (
        <div className="flex flex-col gap-2 rounded-md border border-border bg-warn-soft p-4">
          {duplicate.id === null ? (
            <p>Someone else at your business added the other receipt.</p>
          ) : (
            <p>
              <TextLink to={paths.receipt(duplicate.id, { of: isHousehold ? receipt.of : undefined })}>
                {`Open the other receipt from ${duplicate.merchant ?? "this merchant"}`}
              </TextLink>
            </p>
          )}
          <CheckboxField field={fields.acceptDuplicate} label="These are two receipts: it was paid twice" />
        </div>
      )}
      <FormActions state={(receipt.confirmedAt !== null || saveState !== "saved") && <SaveState state={saveState} />}>
        <Button type="submit" loading={isSaving}>
          {current ? "Replace with mine" : receipt.confirmedAt === null ? "Confirm receipt" : "Save receipt"}
        </Button>
      </FormActions>
      {sessionEnded}
    </Form>
  );
}

/** `id` is null if the other receipt is one that the person may not open. */
function duplicateIn(
  details: Record<string, unknown> | undefined,
): { id: string | null; merchant: string | null } | null {
  const duplicate = details?.duplicate;
  if (typeof duplicate !== "object" || duplicate === null) return null;
  return {
    id: "id" in duplicate && typeof duplicate.id === "string" ? duplicate.id : null,
    merchant: "merchant" in duplicate && typeof duplicate.merchant === "string" ? duplicate.merchant : null,
  };
}

type Fields = ReturnType<typeof useActionForm<Values>>["fields"];

function ExpenseFields({
  fields,
  choices,
  receipt,
}: {
  fields: Fields;
  choices: readonly SubjectChoice[];
  receipt: Receipt;
}) {
  const tied = receipt.subject;
  const isListed = tied && choices.some(({ value }) => value === subjectOf(receipt));
  const [chosen, setChosen] = useState(subjectOf(receipt));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        field={fields.subject}
        label={labels.subject}
        description="An expense of your household around that day, or a new one."
        placeholder="No expense"
        choices={[
          { value: "new", label: "Add as a new expense" },
          ...(tied && !isListed ? [{ value: subjectOf(receipt), label: tied.label ?? "An expense" }] : []),
          ...choices,
        ]}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      {chosen === "new" && (
        <SelectField
          field={fields.category}
          label={labels.category}
          description="Of the new expense."
          choices={categories}
        />
      )}
    </div>
  );
}

/** A job, a purchase order or a part, found by typing. */
function SubjectField({ field, receipt }: { field: Fields["subject"]; receipt: Receipt }) {
  const { data, isPending, search } = useSearch<{ choices: SubjectChoice[] }>(paths.receiptSubjects);
  const [chosen, setChosen] = useState({ value: subjectOf(receipt), label: receipt.subject?.label ?? "" });
  const [text, setText] = useState(chosen.label);
  return (
    <FieldFrame
      field={field}
      label={labels.subject}
      description="The job, purchase order or part that it was bought for."
    >
      <input type="hidden" name={field.name} value={chosen.value} />
      <Combobox
        input={{
          id: field.id,
          value: text,
          placeholder: "WO-012, PO-003, a supplier or a part",
          "aria-describedby": field.descriptionId,
          "aria-invalid": field.errors ? true : undefined,
          onChange: (event) => {
            setText(event.target.value);
            // Once the text is edited, the previous choice no longer applies.
            setChosen({ value: "", label: "" });
          },
          onBlur: () => setText(chosen.label),
        }}
        label="Jobs, purchase orders and parts"
        options={text === chosen.label ? undefined : data?.choices}
        empty="Nothing found. Try a number or a name."
        isPending={isPending}
        onSearch={search}
        onSelect={(value) => {
          const option = data?.choices.find((one) => one.value === value);
          setChosen({ value, label: option?.label ?? "" });
          setText(option?.label ?? "");
        }}
      />
    </FieldFrame>
  );
}
