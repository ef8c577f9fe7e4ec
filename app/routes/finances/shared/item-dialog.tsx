import { useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { TriangleAlert } from "lucide-react";
import { CivilDateText } from "~/components/date-text";
import { FormSummary } from "~/components/forms/form-summary";
import { Button } from "~/components/ui/button";
import { Dialog } from "~/components/ui/dialog";
import { ModalBody, ModalFooter } from "~/components/ui/modal";
import type { PlanKind, StoredItem } from "~/domain/finance/tracker/plan";
import type { CivilDate, MonthKey } from "~/domain/shared/dates";
import type { Currency } from "~/domain/shared/money";
import { ItemConflict, versionNow } from "./item-conflict";
import { type ItemAccount, ItemFields } from "./item-fields";
import { emptyItem, type ItemForm, type ItemRefusal, intentOf, itemForm } from "./item-form";
import { ITEM_WORDS } from "./item-words";

export type ItemDialogProps = {
  kind: PlanKind;
  /** Null to add one. */
  item: StoredItem | null;
  /** The projected occurrence it was opened from. */
  on: CivilDate | null;
  month: MonthKey;
  today: CivilDate;
  currency: Currency;
  accounts: readonly ItemAccount[];
  /** Makes a double click one row. */
  formKey: string;
  refusal: ItemRefusal;
  onClose: () => void;
};

const constraint = {
  name: { required: true, minLength: 2, maxLength: 120 },
  amount: { required: true },
  date: { required: true },
};

/** Adds or edits an income or an expense. */
export function ItemDialog(props: ItemDialogProps) {
  const { kind, item, onClose } = props;
  const words = ITEM_WORDS[kind];
  return (
    <Dialog open onOpenChange={onClose} title={item ? words.edit : words.add}>
      <ItemFormBody {...props} />
    </Dialog>
  );
}

function ItemFormBody(props: ItemDialogProps) {
  const { kind, item, on, month, today, currency, accounts, formKey, refusal, onClose } = props;
  const intent = intentOf(item ? "edit" : "add", kind);
  const busy = useNavigation().formData?.get("intent") === intent;
  const [form, fields] = useForm<ItemForm>({
    id: item ? `edit-${item.id}` : `add-${kind}`,
    lastResult: refusal.lastResult,
    defaultValue: item ? itemForm(item) : emptyItem(month, today, currency),
    constraint,
  });
  const words = ITEM_WORDS[kind];
  return (
    <Form method="post" id={form.id} noValidate preventScrollReset className="contents">
      <ModalBody className="flex flex-col gap-4">
        <FormSummary form={form} />
        {item && <ItemConflict item={item} details={refusal.details} />}
        {item && on && <ProjectedWarning first={item.date} on={on} />}
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        {item && <input type="hidden" name="id" value={item.id} />}
        {item && <input type="hidden" name="version" value={versionNow(item, refusal.details)} />}
        <ItemFields kind={kind} fields={fields} currency={currency} accounts={accounts} />
      </ModalBody>
      <ModalFooter>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="default" type="submit" loading={busy}>
          {item ? words.update : words.add}
        </Button>
      </ModalFooter>
    </Form>
  );
}

function ProjectedWarning({ first, on }: { first: CivilDate; on: CivilDate }) {
  return (
    <div role="note" className="flex gap-3 rounded-md bg-warn-soft p-3 text-warn">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <p>
        This is the projected occurrence of <CivilDateText date={on} year />. Changing the date moves the original first
        occurrence, <CivilDateText date={first} year />, and every other one with it.
      </p>
    </div>
  );
}
