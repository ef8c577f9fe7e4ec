import type { ExportKind } from "~/domain/export/export";
import type { Ctx, Member } from "~/domain/shared/context";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import type { ExportOwner } from "./sources.server";

export interface Requester extends ExportOwner {
  userId: string;
  /** The member of the business whose audit log records the request. */
  member: Member | null;
}

/** The person and the business or household to export or restore. @throws DomainError forbidden for anyone but an Admin */
export function ownerOf(ctx: Ctx, of: ExportKind): Requester {
  if (of === "household") {
    const { userId } = allowPerson(ctx);
    return { of, owner: userId, userId, member: null };
  }
  const member = allowAdmin(ctx);
  return { of, owner: member.orgId, userId: allowPerson(ctx).userId, member };
}
