import type { Role } from "~/domain/shared/permissions";

/** A member as the sheet shows and changes it. */
export interface EditedMember {
  userId: string;
  version: number;
  firstName: string;
  lastName: string;
  email: string;
  roles: Role[];
  permissions: string[] | null;
  status: "active" | "disabled";
  self: boolean;
}
