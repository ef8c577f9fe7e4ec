import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "../layout";

/** The customer loaded by the layout, and the user's permissions for it. */
export function useCustomer() {
  const loaded = useRouteLoaderData<typeof loader>("customers/customer");
  if (!loaded) throw new Error("useCustomer belongs below the layout of a customer");
  return loaded;
}
