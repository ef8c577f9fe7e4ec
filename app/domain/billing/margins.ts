import { can, type Rights } from "~/domain/shared/permissions";

/**
 * Whether a member may see what invoices and jobs earn: the cost of billed lines and the margin. That is for members who manage
 * invoices. What an item or a part costs is visible to more members (`seesCosts`): they need it to price and to buy.
 */
export const seesMargins = (me: Rights): boolean => can(me, "invoices.manage");
