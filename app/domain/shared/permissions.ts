import type { Ctx, Member, Person } from "./context";
import { DomainError, NO_PERMISSION, SIGN_IN_FIRST } from "./errors";

export const roles = ["Admin", "Manager", "Technician"] as const;
export type Role = (typeof roles)[number];

export const businessAreas = [
  "work_orders",
  "service_types",
  "customers",
  "equipment",
  "inventory",
  "invoices",
  "technicians",
  "issues",
  "leads",
] as const;
type BusinessArea = (typeof businessAreas)[number];

export const levels = ["read", "write", "manage"] as const;
type Level = (typeof levels)[number];

export type Permission = `${BusinessArea}.${Level}` | "system.admin";

export const permissions: readonly Permission[] = [
  ...businessAreas.flatMap((area) => levels.map((level): Permission => `${area}.${level}`)),
  "system.admin",
];

/** The permissions a member gets at joining. An Admin gets no list, because without one only an Admin has permissions. */
export function defaultPermissions(memberRoles: readonly Role[]): Permission[] | null {
  if (memberRoles.includes("Admin")) return null;
  if (memberRoles.includes("Manager")) return permissions.filter((p) => p !== "system.admin");
  return ["work_orders.read", "customers.read", "equipment.read", "inventory.read"];
}

/** The input of permission checks: the roles and, if present, the permission list. */
export interface Rights {
  roles: readonly Role[];
  permissions: readonly string[] | null;
}

/** The list if present, else Admin only. `manage` includes `write`, which includes `read`. */
export function can(rights: Rights | null, permission: Permission): boolean {
  if (!rights) return false;
  if (rights.permissions === null) return rights.roles.includes("Admin");
  const [area, level] = permission.split(".");
  const enough = level === "read" ? levels : level === "write" ? ["write", "manage"] : [level];
  return enough.some((l) => rights.permissions?.includes(`${area}.${l}`));
}

export function hasRole(rights: Rights | null, ...wanted: Role[]): boolean {
  return rights !== null && wanted.some((role) => rights.roles.includes(role));
}

/**
 * The first line of every use case on a business's data: returns the member whose `orgId` each statement needs.
 * @throws DomainError unauthenticated for a guest, forbidden without the permission.
 */
export function allow(ctx: Ctx, permission: Permission): Member {
  const member = allowMember(ctx);
  if (can(member, permission)) return member;
  throw refused(ctx, permission, NO_PERMISSION);
}

function refused(ctx: Ctx, what: string, message: string): DomainError {
  ctx.request.refusals.push(what);
  return new DomainError("forbidden", message);
}

/** Any member of a business, regardless of permissions. */
export function allowMember(ctx: Ctx): Member {
  if (ctx.actor.kind === "system") {
    if (ctx.actor.member) return ctx.actor.member;
    throw new Error("the system acts for no business here");
  }
  if (ctx.actor.kind === "api_key") return ctx.actor.member;
  const person = allowPerson(ctx);
  if (person.member) return person.member;
  if (person.secondStepFor !== null) throw secondStepFirst(person.secondStepFor);
  throw new DomainError("forbidden", "This area belongs to a business. Your account is for a household only.");
}

const secondStepFirst = (orgName: string) =>
  new DomainError(
    "forbidden",
    `${orgName} requires two-step verification for Admins. Turn it on in your profile first.`,
    {
      details: { secondStepFirst: true },
    },
  );

/** Admin only, regardless of permission lists: members, roles and permissions. */
export function allowAdmin(ctx: Ctx): Member {
  const member = allowMember(ctx);
  if (member.roles.includes("Admin")) return member;
  throw refused(ctx, "Admin", "Only an Admin can do this.");
}

/** The error for an API key in use cases on a person's own data, or open to any member regardless of permissions. */
export const KEYS_ARE_NOBODY = "An API key cannot do this. Only signed-in users can.";

/** Any signed-in person. Required for a household's money, whose rows have the returned `userId`. */
export function allowPerson(ctx: Ctx): Person {
  if (ctx.actor.kind === "person") return ctx.actor.person;
  if (ctx.actor.kind === "api_key") throw new DomainError("forbidden", KEYS_ARE_NOBODY);
  throw new DomainError("unauthenticated", SIGN_IN_FIRST);
}
