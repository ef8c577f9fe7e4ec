import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow, can, hasRole } from "~/domain/shared/permissions";
import type { ActorRole } from "./transitions";

/** What this member is to a work order with that crew; several at once, nothing for somebody who may only look. */
export function actorRoles(member: Member, crew: readonly string[]): ActorRole[] {
  if (member.userId === null) return ["system"];
  const roles: ActorRole[] = [];
  if (isOffice(member)) roles.push("office");
  if (can(member, "work_orders.manage") || (isOffice(member) && hasRole(member, "Admin", "Manager"))) {
    roles.push("manager");
  }
  if (isOnCrew(member, crew)) roles.push("technician");
  return roles;
}

export function isOffice(member: Member): boolean {
  return can(member, "work_orders.write");
}

export function isOnCrew(member: Member, crew: readonly string[]): boolean {
  return member.technicianId !== null && crew.includes(member.technicianId);
}

/** Whoever may write on some work order; `allowOnWorkOrder` says on which, once its crew is read. @throws DomainError forbidden */
export function allowCrewOrOffice(ctx: Ctx): Member {
  return allow(ctx, "work_orders.read");
}

const crewOnly = "Only the office and the technicians assigned to this work order can do this.";

/** The office, and whoever is sent to the job: status, notes, checklist and signature are theirs. @throws DomainError forbidden */
export function allowOnWorkOrder(ctx: Ctx, { crew }: { crew: readonly string[] }, message = crewOnly): Member {
  const member = allowCrewOrOffice(ctx);
  if (actorRoles(member, crew).length === 0) throw new DomainError("forbidden", message);
  return member;
}
