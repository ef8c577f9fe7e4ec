import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "../layout";

/** The customer that the layout loaded, and what one may do with it. */
export function useCustomer() {
  const loaded = useRouteLoaderData<typeof loader>("customers/customer");
  if (!loaded) throw new Error("useCustomer belongs below the layout of a customer");
  return loaded;
}
