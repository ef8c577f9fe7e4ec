import { useNavigate } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Combobox } from "~/components/forms/combobox";
import { customerOption, useCustomerSearch } from "~/components/work-orders/customer-picker";

type CustomerFinderProps = { href: (customerId: string) => string; onChosen: () => void };

/** Finds a customer while typing, initially listing the first ones by name. */
export function CustomerFinder({ href, onChosen }: CustomerFinderProps) {
  const { data, isPending, search } = useCustomerSearch();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);

  // Offers choices before anything is typed.
  useEffect(() => search(""), [search]);
  // The panel appears in the next frame and cannot take the focus before that.
  useEffect(() => {
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Combobox
      input={{
        "aria-label": "Find a customer",
        placeholder: "Name, phone or address",
        // The list's filters share one form with this field, but text typed here is not a filter.
        onChange: (event) => event.stopPropagation(),
      }}
      inputRef={input}
      label="Customers"
      options={data?.choices.slice(0, 8).map(customerOption)}
      empty="No customer found."
      isPending={isPending}
      isInline
      onSearch={search}
      onSelect={(id) => {
        onChosen();
        navigate(href(id), { preventScrollReset: true });
      }}
    />
  );
}
