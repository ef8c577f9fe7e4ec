import { formatAmountOf } from "~/domain/inventory/quantity";
import type { Letterhead } from "~/domain/people/letterhead.server";
import { formatMoney } from "~/domain/shared/money";
import { formatPhone } from "~/domain/shared/text/phones";
import { formatDate } from "~/domain/shared/time/date-format";
import type { StoredOrder } from "./internal/orders.server";
import { formatPurchaseOrderNumber, lineCostMinor, orderCost, packsText } from "./purchase-order";

/** The complete contents of an order's PDF. */
export type PrintedOrder = ReturnType<typeof printedOrder>;

/** Returns an order as text for its PDF. `dated` is the civil date on which it was ordered or printed. */
export function printedOrder(order: StoredOrder, buyer: Letterhead, dated: string) {
  const number = formatPurchaseOrderNumber(order.number);
  const places = [...new Set(order.lines.map(({ locationName }) => locationName))];
  const { totalMinor, unpriced } = orderCost(order.lines);
  return {
    title: "Purchase order",
    number,
    buyer,
    blocks: [
      {
        title: "Supplier",
        lines: [order.supplierName, order.supplierContact, order.supplierPhone && formatPhone(order.supplierPhone)],
      },
      { title: "Deliver to", lines: [buyer.name, ...buyer.lines, ...places] },
      {
        title: "Details",
        lines: [
          `Dated ${formatDate(dated, true)}`,
          order.expectedOn && `Needed by ${formatDate(order.expectedOn, true)}`,
          order.accountNumber && `Account ${order.accountNumber}`,
          order.terms,
        ],
      },
    ],
    rows: order.lines.map((line) => {
      const cost = lineCostMinor(line);
      return {
        text: line.itemName,
        detail: [line.sku, packsText(line.quantityMilli, line), places.length > 1 && `to ${line.locationName}`]
          .filter(Boolean)
          .join(", "),
        partNumber: line.partNumber ?? "",
        quantity: formatAmountOf(line.quantityMilli, line.baseUnit),
        unitCost:
          line.packPriceMinor !== null
            ? `${formatMoney(line.packPriceMinor)} / pack`
            : line.unitCostMinor === null
              ? ""
              : formatMoney(line.unitCostMinor),
        amount: cost === null ? "" : formatMoney(cost),
      };
    }),
    // The supplier fills in unknown prices, so the total must not look final.
    total: { label: unpriced > 0 ? "Total of priced lines" : "Total", value: formatMoney(totalMinor) },
    note: order.note,
  };
}

/** The default text of an email to the supplier. */
export function orderMailContent(
  order: Pick<StoredOrder, "number" | "supplierContact" | "expectedOn">,
  buyerName: string,
): { subject: string; message: string } {
  const number = formatPurchaseOrderNumber(order.number);
  const wanted = order.expectedOn ? ` We need it by ${formatDate(order.expectedOn, true)}.` : "";
  return {
    subject: `Purchase order ${number} from ${buyerName}`,
    message: [
      order.supplierContact ? `Hello ${order.supplierContact},` : "Hello,",
      `Our purchase order ${number} is attached.${wanted} Please confirm it with prices and the delivery date.`,
      `Thank you,\n${buyerName}`,
    ].join("\n\n"),
  };
}
