import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/routes/equipment/unit-layout";

/** The equipment loaded by the layout, at either of its URLs. */
export function useUnit() {
  const own = useRouteLoaderData<typeof loader>("equipment/unit");
  const belowCustomer = useRouteLoaderData<typeof loader>("customers/unit");
  const unit = own ?? belowCustomer;
  if (!unit) throw new Error("useUnit belongs below the layout of a piece of equipment");
  return unit;
}
