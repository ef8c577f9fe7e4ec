import { can, hasRole, type Rights } from "~/domain/shared/permissions";
import { paths } from "~/paths";

/** Where a person's day begins: a technician's jobs, the business's work, or the household's own money. */
export function homeFor({ member }: { member: Rights | null }): string {
  if (!member) return paths.finances();
  if (hasRole(member, "Technician") && !hasRole(member, "Admin", "Manager")) return paths.technicianJob("today");
  return can(member, "work_orders.read") ? paths.workOrders() : paths.dashboard();
}
