import type { Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { can, hasRole } from "~/domain/shared/permissions";
import type { ActorKind } from "./moves";

/** What this member is to a work order with that crew; several at once, nothing for somebody who may only look. */
export function actorKinds(member: Member, crew: readonly string[]): ActorKind[] {
  if (member.userId === null) return ["system"];
  const kinds: ActorKind[] = [];
  if (isOffice(member)) kinds.push("office");
  if (can(member, "work_orders.manage") || (isOffice(member) && hasRole(member, "Admin", "Manager"))) {
    kinds.push("manager");
  }
  if (isOnCrew(member, crew)) kinds.push("technician");
  return kinds;
}

export function isOffice(member: Member): boolean {
  return can(member, "work_orders.write");
}

export function isOnCrew(member: Member, crew: readonly string[]): boolean {
  return member.technicianId !== null && crew.includes(member.technicianId);
}

/** The office, and whoever is sent to the job: notes, checklist and signature are theirs. @throws DomainError forbidden */
export function allowOnJob(member: Member, crew: readonly string[]): void {
  if (isOffice(member) || isOnCrew(member, crew)) return;
  throw new DomainError("forbidden", "Only the office and the technicians assigned to this work order can do this.");
}
