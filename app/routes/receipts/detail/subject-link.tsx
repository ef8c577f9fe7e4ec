import { TextLink } from "~/components/text-link";
import type { ReceiptSubject } from "~/domain/receipts/list.server";
import { paths } from "~/paths";

/** Link to the record a receipt is for. */
export function SubjectLink({ subject }: { subject: ReceiptSubject }) {
  const { label } = subject;
  if (label === null) return <span>For another record</span>;
  return <TextLink to={hrefOf(subject)}>{label}</TextLink>;
}

function hrefOf({ kind, id, ref }: ReceiptSubject): string {
  switch (kind) {
    case "work_order":
      return paths.workOrder(ref);
    case "purchase_order":
      return paths.purchaseOrder(ref);
    case "item":
      return paths.item(id);
    case "expense":
      return paths.expense({ id });
  }
}
