import { hasRole, type Rights } from "~/domain/shared/permissions";
import { paths } from "~/paths";
import { visibleNavigation } from "./navigation";

/** The start page of a person: a technician's job, work orders, or a household's finances. */
export function homeFor(person: { member: Rights | null }): { to: string; label: string } {
  const { member } = person;
  if (hasRole(member, "Technician") && !hasRole(member, "Admin", "Manager")) {
    return { to: paths.technicianJob("WO-001"), label: "Open your job" };
  }
  const seesOrders = visibleNavigation(person).some((group) => group.id === "work-orders");
  return seesOrders
    ? { to: paths.workOrders(), label: "Open dashboard" }
    : { to: paths.finances(), label: "Open your finances" };
}
