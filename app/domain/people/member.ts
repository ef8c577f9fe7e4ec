import { defaultPermissions, type Rights, type Role } from "~/domain/shared/permissions";

export const INVITATION_DAYS = 7;

export const ADMIN_HAS_ALL = "An Admin has every permission. Remove the Admin role to choose permissions.";
export const OWN_ACCESS = "You can't turn off your own access.";

export const alreadyMemberText = (orgName: string | null) =>
  `You are a member of ${orgName ?? "a business"}. You can belong to only one business at a time. Leave ${orgName ?? "it"} first, then open this link again.`;

export const MEMBER_STATUSES = ["active", "disabled"] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

/** A pending invitation whose link has expired can still be resent or canceled. */
export function invitationState(expiresAt: string, now: string): "pending" | "expired" {
  return expiresAt > now ? "pending" : "expired";
}

/**
 * A member's permission list after a change of roles: defaults follow the roles, a custom list is kept, and an Admin has none,
 * since an Admin without a list has every permission.
 */
export function permissionsAfter(before: Rights, after: readonly Role[]): readonly string[] | null {
  if (after.includes("Admin")) return null;
  const byHand = before.permissions !== null && !samePermissions(before.permissions, defaultPermissions(before.roles));
  return byHand ? before.permissions : defaultPermissions(after);
}

/** The same permissions in any order; null equals only null. */
export function samePermissions(one: readonly string[] | null, other: readonly string[] | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && [...one].sort().join() === [...other].sort().join();
}
