import { paths } from "~/paths";
import type { useUnit } from "./use-unit";

type BookableUnit = Pick<ReturnType<typeof useUnit>, "id" | "status" | "customerId" | "addressId" | "rights">;

/** The form of a work order for the equipment; null if none may be booked. */
export function bookHref({ id, status, customerId, addressId, rights }: BookableUnit): string | null {
  if (!rights.book || !customerId || status === "retired") return null;
  return paths.newWorkOrder({ customerId, siteAddressId: addressId, equipmentIds: id });
}
