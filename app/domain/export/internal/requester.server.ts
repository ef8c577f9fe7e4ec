import type { Ctx, Member } from "~/domain/shared/context";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import type { ExportKind } from "../export";
import type { ExportOwner } from "./sources.server";

export interface Requester extends ExportOwner {
  userId: string;
  /** The business in whose log it is noted. */
  member: Member | null;
}

/** Whoever exports or restores, and what. @throws DomainError forbidden for whoever is no Admin */
export function ownerOf(ctx: Ctx, of: ExportKind): Requester {
  if (of === "household") {
    const { userId } = allowPerson(ctx);
    return { of, owner: userId, userId, member: null };
  }
  const member = allowAdmin(ctx);
  return { of, owner: member.orgId, userId: allowPerson(ctx).userId, member };
}
