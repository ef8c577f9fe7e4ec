import { useNavigate } from "@remix-run/react";
import { DeleteDialog } from "~/components/finance/delete-dialog";
import { ItemDialog } from "~/components/finance/item-dialog";
import type { ItemRefusal } from "~/components/finance/item-form";
import { ITEM_WORDS } from "~/components/finance/item-words";
import { type TrackerDialog, type TrackerView, trackerHref } from "~/components/finance/tracker-view";
import { useFormRefusal } from "~/components/session-ended";
import type { Currency } from "~/domain/money";
import type { MonthData } from "./tracker-data.server";

export type TrackerDialogsProps = {
  view: TrackerView;
  dialog: TrackerDialog;
  data: MonthData;
  currency: Currency;
  /** What the last form came back with. */
  actionData: unknown;
};

/** The dialog that the address names, and the one that signs in again where the session ended under it. */
export function TrackerDialogs(props: TrackerDialogsProps) {
  const { sessionEnded, ...refusal } = useFormRefusal(props.actionData);
  return (
    <>
      <OpenDialog {...props} refusal={refusal} />
      {sessionEnded}
    </>
  );
}

function OpenDialog({ view, dialog, data, currency, refusal }: TrackerDialogsProps & { refusal: ItemRefusal }) {
  const navigate = useNavigate();
  const close = () => navigate(trackerHref(view), { preventScrollReset: true, replace: true });
  const { today, formKey, items } = data;
  const shared = { month: view.month, today, formKey, refusal, currency, onClose: close };
  if (dialog.kind === "add") return <ItemDialog key={dialog.of} kind={dialog.of} item={null} on={null} {...shared} />;
  const item = items.find(({ id }) => id === dialog.id);
  if (!item) return null;
  if (dialog.kind === "edit") {
    return (
      <ItemDialog key={item.id} kind={item.kind} item={item} on={dialog.on} {...shared} currency={item.currency} />
    );
  }
  return (
    <DeleteDialog
      item={item}
      title={ITEM_WORDS[item.kind].deleteTitle}
      question={`Are you sure you want to permanently delete this ${item.kind}? This action cannot be undone.`}
      formKey={formKey}
      refusal={refusal}
      onClose={close}
    />
  );
}
