import { can, type Rights } from "~/domain/shared/permissions";

/**
 * Whether a member may see what items and parts cost, the value of stock, and suppliers' prices: those who see invoices, and
 * those who keep the stock and enter costs themselves. List prices are visible to all, and
 * what invoices and jobs earn to fewer (`seesMargins`).
 */
export const seesCosts = (me: Rights): boolean => can(me, "invoices.read") || can(me, "inventory.write");
