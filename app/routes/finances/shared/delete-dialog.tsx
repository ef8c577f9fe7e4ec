import { Form, useNavigation } from "@remix-run/react";
import { ConfirmDialog } from "~/components/feedback/confirm-dialog";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import { type ItemRefusal, intentOf } from "./item-form";

type DeleteDialogProps = {
  item: StoredItem;
  title: string;
  question: string;
  formKey: string;
  refusal: ItemRefusal;
  onClose: () => void;
};

/** Asks once more before an item goes with all of its occurrences. */
export function DeleteDialog({ item, title, question, formKey, refusal, onClose }: DeleteDialogProps) {
  const intent = intentOf("delete", item.kind);
  const busy = useNavigation().formData?.get("intent") === intent;
  const formId = `delete-${item.id}`;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={title}
      confirm="Delete"
      confirmBusy="Deleting..."
      busy={busy}
      form={{ id: formId }}
    >
      <p>{question}</p>
      <p className="mt-3 font-medium text-foreground">{item.name}</p>
      {refusal.lastResult?.error?.[""] && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {refusal.lastResult?.error[""].join(" ")}
        </p>
      )}
      <Form method="post" id={formId} preventScrollReset>
        <input type="hidden" name="intent" value={intent} />
        <input type="hidden" name="idempotencyKey" value={formKey} />
        <input type="hidden" name="id" value={item.id} />
      </Form>
    </ConfirmDialog>
  );
}
