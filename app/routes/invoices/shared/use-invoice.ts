import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/routes/invoices/layout";

/** The invoice loaded by the layout. */
export function useInvoice() {
  const data = useRouteLoaderData<typeof loader>("invoices/invoice");
  if (!data) throw new Error("useInvoice belongs below the layout of an invoice");
  return data;
}
