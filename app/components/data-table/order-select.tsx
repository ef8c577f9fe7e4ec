import { useEffect, useId, useRef } from "react";
import { NativeSelect } from "~/components/ui/native-select";
import { FilterField } from "./filter-field";

interface Order {
  sortBy: string;
  sortOrder: "asc" | "desc";
}

type OrderSelectProps = Order & {
  /** The first is the default, whose parameters the URL omits. */
  orders: readonly [Order & { label: string }, ...(Order & { label: string })[]];
};

const textOf = ({ sortBy, sortOrder }: Order) => `${sortBy} ${sortOrder}`;

/** A list's order as one control in its filter bar; sets `sortBy` and `sortOrder`. */
export function OrderSelect({ sortBy, sortOrder, orders }: OrderSelectProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const by = useRef<HTMLInputElement>(null);
  const direction = useRef<HTMLInputElement>(null);
  const [usual] = orders;
  const current = textOf({ sortBy, sortOrder });
  const sent = (order: Order = usual) => ({
    sortBy: order.sortBy === usual.sortBy ? "" : order.sortBy,
    sortOrder: order.sortOrder === usual.sortOrder ? "" : order.sortOrder,
  });

  // Follows the URL without remounting, so that the control keeps its focus.
  useEffect(() => {
    if (select.current) select.current.value = current;
  }, [current]);
  /** Before the form's own handler reads the fields. */
  const choose = (value: string) => {
    const order = sent(orders.find((one) => textOf(one) === value));
    if (by.current) by.current.value = order.sortBy;
    if (direction.current) direction.current.value = order.sortOrder;
  };
  const now = sent({ sortBy, sortOrder });
  return (
    <FilterField label="Order" controlId={id} className="sm:min-w-52">
      <NativeSelect
        ref={select}
        id={id}
        defaultValue={current}
        onChange={(event) => choose(event.target.value)}
        choices={orders.map((order) => ({ value: textOf(order), label: order.label }))}
      />
      <input ref={by} type="hidden" name="sortBy" key={`by ${now.sortBy}`} defaultValue={now.sortBy} />
      <input
        ref={direction}
        type="hidden"
        name="sortOrder"
        key={`order ${now.sortOrder}`}
        defaultValue={now.sortOrder}
      />
    </FilterField>
  );
}
