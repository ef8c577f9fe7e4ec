import { and, eq, type SQL } from "drizzle-orm";
import { businessReceipts, householdReceipts } from "#drizzle/schema/receipts";
import { householdToday } from "~/domain/finance/accounts/household-day";
import type { Ctx, Member } from "~/domain/shared/context";
import type { CivilDate } from "~/domain/shared/dates";
import { notFound } from "~/domain/shared/errors";
import { allowMember, allowPerson } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { changesEveryReceipt, type ReceiptOwner, seesEveryReceipt } from "./receipt";

/** The receipts of one owner, as one person may see them. */
export interface ReceiptBook {
  of: ReceiptOwner;
  table: typeof businessReceipts;
  tableName: "business_receipts" | "household_receipts";
  /** What its rows belong to. */
  ownerId: string;
  /** Null for a household. */
  member: Member | null;
  userId: string;
  seesAll: boolean;
  changesAll: boolean;
  today: CivilDate;
}

/**
 * Whose receipts the person means: the business's where they work for one, else their own household's.
 * @throws DomainError unauthenticated; forbidden for a business's where the person has none
 */
export function allowReceipts(ctx: Ctx, of?: ReceiptOwner): ReceiptBook {
  const works = ctx.actor.kind === "person" ? ctx.actor.person.member !== null : ctx.actor.kind !== "guest";
  if (of === "business" || (of === undefined && works)) {
    const member = allowMember(ctx);
    return {
      ...{ of: "business", table: businessReceipts, tableName: "business_receipts" },
      ...{ ownerId: member.orgId, member, userId: member.userId ?? "system" },
      ...{ seesAll: seesEveryReceipt(member), changesAll: changesEveryReceipt(member) },
      today: wallTimeOf(ctx.now.getTime(), member.timeZone).date,
    };
  }
  const { userId } = allowPerson(ctx);
  return {
    ...{ of: "household", table: householdReceipts, tableName: "household_receipts" },
    ...{ ownerId: userId, member: null, userId, seesAll: true, changesAll: true, today: householdToday(ctx) },
  };
}

export const receiptNotFound = () => notFound("Receipt not found");

/** One of them, where the person may see it. */
export function isReceipt({ table, ownerId, userId, seesAll }: ReceiptBook, id: string): SQL | undefined {
  return and(eq(table.ownerId, ownerId), eq(table.id, id), seesAll ? undefined : eq(table.addedBy, userId));
}

/** Who added a receipt may change it; of the others, whoever may change invoices. */
export const mayChange = (book: ReceiptBook, receipt: { addedBy: string }): boolean =>
  book.changesAll || receipt.addedBy === book.userId;
