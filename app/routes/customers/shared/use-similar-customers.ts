import { type FocusEvent, useRef } from "react";
import { CUSTOMER_TYPES, displayName } from "~/domain/customers/customer";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";
import type { SimilarCustomer } from "./similar-customers";

/** Checks for possible duplicates whenever a field of the form loses focus. */
export function useSimilarCustomers(known: SimilarCustomer[]) {
  const lookup = useLookup<{ similar: SimilarCustomer[] }>();
  const requestedHref = useRef("");

  const look = (event: FocusEvent<HTMLFormElement>) => {
    // When the submit button takes the focus, a pending lookup would run twice.
    if (event.relatedTarget instanceof HTMLButtonElement && event.relatedTarget.type === "submit") return;
    const entered = enteredIn(new FormData(event.currentTarget));
    const href = paths.similarCustomers(entered);
    if (href === requestedHref.current || !(entered.phone || entered.email || (entered.name && entered.postalCode)))
      return;
    requestedHref.current = href;
    lookup.load(href);
  };
  return { similar: lookup.data?.similar ?? known, look };
}

function enteredIn(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? "").trim();
  const name = displayName({
    customerType: CUSTOMER_TYPES.find((type) => type === form.get("customerType")) ?? "residential",
    firstName: text("firstName"),
    lastName: text("lastName"),
    companyName: text("companyName"),
  });
  return { name, phone: text("phone"), email: text("email"), postalCode: text("service.postalCode") };
}
