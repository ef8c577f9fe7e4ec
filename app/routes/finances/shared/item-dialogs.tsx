import { useNavigate } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import type { StoredItem } from "~/domain/finance/tracker/plan";
import type { CivilDate, MonthKey } from "~/domain/shared/dates";
import type { Currency } from "~/domain/shared/money";
import type { TrackerDialog } from "~/routes/finances/tracker/tracker-view";
import { DeleteDialog } from "./delete-dialog";
import { ItemDialog } from "./item-dialog";
import type { ItemAccount } from "./item-fields";
import type { ItemRefusal } from "./item-form";

export type ItemDialogsProps = {
  dialog: TrackerDialog;
  month: MonthKey;
  /** Where the screen is without the dialog. */
  closeHref: string;
  data: { today: CivilDate; formKey: string; items: readonly StoredItem[]; accounts: readonly ItemAccount[] };
  currency: Currency;
  /** What the last form came back with. */
  actionData: unknown;
  /** How deleting an item is asked about. */
  deleting: (item: StoredItem) => { title: string; question: string };
};

/** The dialog that the address names, and the one that signs in again where the session ended under it. */
export function ItemDialogs(props: ItemDialogsProps) {
  const { sessionEnded, ...refusal } = useFormRefusal(props.actionData);
  return (
    <>
      <OpenDialog {...props} refusal={refusal} />
      {sessionEnded}
    </>
  );
}

function OpenDialog(props: ItemDialogsProps & { refusal: ItemRefusal }) {
  const { dialog, month, closeHref, data, currency, refusal, deleting } = props;
  const navigate = useNavigate();
  const close = () => navigate(closeHref, { preventScrollReset: true, replace: true });
  const { today, formKey, items, accounts } = data;
  const shared = { month, today, formKey, refusal, currency, accounts, onClose: close };
  if (dialog.kind === "add") return <ItemDialog key={dialog.of} kind={dialog.of} item={null} on={null} {...shared} />;
  const item = items.find(({ id }) => id === dialog.id);
  if (!item) return null;
  if (dialog.kind === "edit") {
    return (
      <ItemDialog key={item.id} kind={item.kind} item={item} on={dialog.on} {...shared} currency={item.currency} />
    );
  }
  return <DeleteDialog item={item} {...deleting(item)} formKey={formKey} refusal={refusal} onClose={close} />;
}
