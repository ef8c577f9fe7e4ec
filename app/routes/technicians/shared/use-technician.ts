import { useRouteLoaderData } from "@remix-run/react";
import type { loader as technicianLoader } from "~/routes/technicians/technician-layout";

/** The technician loaded by the layout. */
export function useTechnician() {
  const loaded = useRouteLoaderData<typeof technicianLoader>("routes/technicians/technician-layout");
  if (!loaded) throw new Error("useTechnician belongs below the layout of a technician");
  return loaded;
}
