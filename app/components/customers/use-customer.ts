import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/routes/customers/layout";

/** The customer loaded by the layout, and the user's permissions for it. */
export function useCustomer() {
  const loaded = useCustomerIfAny();
  if (!loaded) throw new Error("useCustomer belongs below the layout of a customer");
  return loaded;
}

/** The same for screens that also have a URL outside of a customer. */
export function useCustomerIfAny() {
  return useRouteLoaderData<typeof loader>("customers/customer") ?? null;
}
