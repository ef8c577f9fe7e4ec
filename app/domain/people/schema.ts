import { z } from "zod";
import { email, line, optionalEmail, optionalLine, optionalPhone, pagingView, version } from "~/domain/shared/fields";
import { permissions, roles } from "~/domain/shared/permissions";
import { isZone } from "~/domain/shared/time/time-zones";
import { MEMBER_STATUSES } from "./member";

const Roles = z
  .preprocess((given) => (typeof given === "string" ? [given] : given), z.array(z.enum(roles), "Choose a role"))
  .pipe(z.array(z.enum(roles)).min(1, "Choose at least one role").max(roles.length))
  .transform((chosen) => roles.filter((role) => chosen.includes(role)));

export const InviteMember = z.object({
  email,
  firstName: optionalLine(100).transform((name) => name ?? ""),
  lastName: optionalLine(100).transform((name) => name ?? ""),
  roles: Roles,
});
export type InviteMember = z.output<typeof InviteMember>;

const member = { userId: z.string().min(1).max(64), version };

export const ChosenMember = z.object(member);
export type ChosenMember = z.output<typeof ChosenMember>;

export const ChangeRoles = z.object({ ...member, roles: Roles });
export type ChangeRoles = z.output<typeof ChangeRoles>;

export const ChangePermissions = z.object({
  ...member,
  /** If true, uses the defaults of the member's roles and ignores the checkboxes. */
  defaults: z.stringbool().optional(),
  permissions: z
    .preprocess((given) => (typeof given === "string" ? [given] : (given ?? [])), z.array(z.enum(permissions)))
    .transform((chosen) => permissions.filter((permission) => chosen.includes(permission))),
});
export type ChangePermissions = z.output<typeof ChangePermissions>;

export const MembersFilter = z.object({
  q: z.string().trim().max(100).catch("").default(""),
  role: z.enum(roles).optional().catch(undefined),
  status: z.enum(MEMBER_STATUSES).optional().catch(undefined),
  ...pagingView,
});
export type MembersFilter = z.output<typeof MembersFilter>;

/** The same for the API, which rejects invalid values. */
export const MembersQuery = z.object({
  q: z.string().trim().max(100).default(""),
  role: z.enum(roles).optional(),
  status: z.enum(MEMBER_STATUSES).optional(),
});

/** The pending invitations' URL in the browser: invalid values are ignored instead of refused. */
export const PendingInvitationsView = z.object({
  ...pagingView,
});

export const OrganizationSettings = z.object({
  version,
  name: line("Business name is required", 120),
  timeZone: z.string({ error: "Time zone is required" }).refine(isZone, "Please choose a time zone from the list"),
  phone: optionalPhone,
  email: optionalEmail,
  line1: optionalLine(200),
  line2: optionalLine(200),
  city: optionalLine(100),
  state: optionalLine(50),
  postalCode: optionalLine(20),
});
export type OrganizationSettings = z.output<typeof OrganizationSettings>;

export const Logo = z.object({ logo: z.instanceof(File, { error: "Choose a picture" }) });
