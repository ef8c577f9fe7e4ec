import { and, eq, type SQL } from "drizzle-orm";
import { businessReceipts, householdReceipts } from "#drizzle/schema/receipts";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { allowMember, allowPerson } from "~/domain/shared/permissions";
import type { CivilDate } from "~/domain/shared/time/dates";
import { householdToday, householdZone } from "~/domain/shared/time/household-day";
import { todayOf } from "~/domain/shared/time/time-zones";
import { changesEveryReceipt, type ReceiptOwner, seesEveryReceipt } from "./receipt";

/** The receipts of one owner that a person may see. */
export interface ReceiptBook {
  of: ReceiptOwner;
  table: typeof businessReceipts;
  tableName: "business_receipts" | "household_receipts";
  /** The owner id of its rows. */
  ownerId: string;
  /** Null for a household. */
  member: Member | null;
  userId: string;
  seesAll: boolean;
  changesAll: boolean;
  /** The time zone of the owner's dates. */
  zone: string;
  today: CivilDate;
}

/**
 * Selects whose receipts to use: the business's for its members, otherwise the person's household's.
 * @throws DomainError unauthenticated; forbidden for a business's receipts if the person has no business
 */
export function allowReceipts(ctx: Ctx, of?: ReceiptOwner): ReceiptBook {
  const works = ctx.actor.kind === "person" ? ctx.actor.person.member !== null : ctx.actor.kind !== "guest";
  if (of === "business" || (of === undefined && works)) {
    const member = allowMember(ctx);
    return {
      ...{ of: "business", table: businessReceipts, tableName: "business_receipts" },
      ...{ ownerId: member.orgId, member, userId: member.userId ?? "system" },
      ...{ seesAll: seesEveryReceipt(member), changesAll: changesEveryReceipt(member) },
      ...{ zone: member.timeZone, today: todayOf(ctx, member) },
    };
  }
  const { userId } = allowPerson(ctx);
  return {
    ...{ of: "household", table: householdReceipts, tableName: "household_receipts" },
    ...{ ownerId: userId, member: null, userId, seesAll: true, changesAll: true },
    ...{ zone: householdZone(ctx), today: householdToday(ctx) },
  };
}

export const receiptNotFound = () => notFound("Receipt not found");

/** Matches a receipt by id if the person may see it. */
export function isReceipt({ table, ownerId, userId, seesAll }: ReceiptBook, id: string): SQL | undefined {
  return and(eq(table.ownerId, ownerId), eq(table.id, id), seesAll ? undefined : eq(table.addedBy, userId));
}

/** A receipt can be changed by whoever added it, and by members who may change invoices. */
export const mayChange = (book: ReceiptBook, receipt: { addedBy: string }): boolean =>
  book.changesAll || receipt.addedBy === book.userId;
