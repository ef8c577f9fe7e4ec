import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allow, allowMember } from "~/domain/shared/permissions";

export const technicianNotFound = () => notFound("Technician not found");

/** The office, and technicians themselves for their own records. @throws DomainError forbidden */
export function allowToSee(ctx: Ctx, technicianId: string): Member {
  const me = allowMember(ctx);
  return me.technicianId === technicianId ? me : allow(ctx, "technicians.read");
}
