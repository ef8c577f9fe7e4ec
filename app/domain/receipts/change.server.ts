import { and, eq, ne, sql } from "drizzle-orm";
import { expenses } from "#drizzle/schema/finance-tracker";
import type { StoredExpense } from "~/domain/finance/tracker/plan";
import { expenseValues } from "~/domain/finance/tracker/rows.server";
import { parsePurchaseOrderNumber } from "~/domain/purchasing/purchase-order";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField, staleOwnVersion, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, differences, once } from "~/domain/shared/write.server";
import { allowReceipts, isReceipt, mayChange, type ReceiptBook, receiptNotFound } from "./book.server";
import { readReceipt } from "./list.server";
import { isSameMerchant, type ReceiptOwner, SUBJECT_PERMISSIONS, type SubjectKind } from "./receipt";
import type { ReceiptInput } from "./schema";

/** The office, and the person who added it. @throws DomainError forbidden */
function allowOnReceipt(book: ReceiptBook, stored: { addedBy: string }): void {
  if (!mayChange(book, stored))
    throw new DomainError("forbidden", "Only the office or the person who added this receipt can change it.");
}

/**
 * Saves a receipt's data and what it is for, which confirms it.
 * @throws DomainError not_found; forbidden; invalid with the field; conflict with `{ current }` for a stale version, and with `{
 * duplicate }` if there is one with the same merchant, day and total
 */
export async function confirmReceipt(
  ctx: Ctx,
  of: ReceiptOwner | undefined,
  { id, ...input }: ReceiptInput & { id: string },
): Promise<{ id: string }> {
  const book = allowReceipts(ctx, of);
  return once(ctx, "confirmReceipt", { of: book.of, id, input }, async (commit) => {
    const stored = await readReceipt(ctx, book, id);
    allowOnReceipt(book, stored);
    const { version, acceptDuplicate, newExpense, subjectKind, subjectId, ...facts } = input;
    if (stored.version !== version) throw stale(book, stored);
    const isSame = stored.subjectKind === subjectKind && stored.subjectId === subjectId;
    const [subject, duplicate] = await Promise.all([
      subjectKind && subjectId && !isSame
        ? resolveSubject(ctx, book, { kind: subjectKind, ref: subjectId })
        : subjectId,
      acceptDuplicate ? null : duplicateOf(ctx, book, { ...facts, id }),
    ]);
    if (duplicate) throw isDuplicate(duplicate);
    if (newExpense && book.of !== "household")
      throw invalidField("newExpense", "Expenses belong to a household. Choose a job, a purchase order or a part.");
    const expense = newExpense ? expenseOf(ctx, { ...facts, category: newExpense }) : null;
    const at = ctx.now.toISOString();
    const set = {
      ...facts,
      ...(expense ? { subjectKind: "expense" as const, subjectId: expense.id } : { subjectKind, subjectId: subject }),
    };
    const { before, after } = differences(stored, set);
    const { table } = book;
    return commit(book.member, {
      writes: [
        ...(expense ? [ctx.db.insert(expenses).values({ ...expenseValues(expense), userId: book.userId })] : []),
        ctx.db
          .update(table)
          .set({ ...set, confirmedAt: stored.confirmedAt ?? at, version: version + 1, updatedAt: at })
          .where(and(isReceipt(book, id), eq(table.version, version))),
        assertRowChanged(ctx, "receipt_stale"),
      ],
      audit: book.member
        ? [
            {
              action: stored.confirmedAt ? "receipt.update" : "receipt.confirm",
              ...{ entity: "receipt", entityId: id, before, after },
            },
          ]
        : [],
      result: { id },
      refusals: {
        receipt_stale: () => stale(book, stored),
        receipt_subject_unknown: () => invalidField("subjectId", "Choose what it is for from the list"),
      },
    });
  });
}

const stale = ({ of }: ReceiptBook, current: object) =>
  of === "business" ? staleVersion("receipt", current) : staleOwnVersion("receipt", current);

interface Facts {
  merchant: string;
  boughtOn: string;
  totalMinor: number;
  currency: ReceiptInput["currency"];
  note: string | null;
}

/** Another confirmed receipt with the same day, total and merchant; its id is null if the person may not open it. */
async function duplicateOf(ctx: Ctx, { table, ownerId, seesAll, userId }: ReceiptBook, facts: Facts & { id: string }) {
  const { id, merchant, boughtOn, totalMinor, currency } = facts;
  const same = await ctx.db
    .select({ id: table.id, merchant: table.merchant, addedBy: table.addedBy })
    .from(table)
    .where(
      and(
        ...[eq(table.ownerId, ownerId), eq(table.boughtOn, boughtOn), eq(table.totalMinor, totalMinor)],
        ...[eq(table.currency, currency), sql`confirmed_at is not null`, ne(table.id, id)],
      ),
    )
    .limit(50);
  const found = same.find((one) => one.merchant !== null && isSameMerchant(one.merchant, merchant));
  if (!found) return null;
  const mayOpen = seesAll || found.addedBy === userId;
  return mayOpen ? { id: found.id, merchant: found.merchant } : { id: null, merchant };
}

function isDuplicate(duplicate: { id: string | null; merchant: string | null }): DomainError {
  const text = `There is a receipt from ${duplicate.merchant ?? "this merchant"} with the same day and total. Save it again only if you paid twice.`;
  return new DomainError("conflict", text, { fields: { acceptDuplicate: [text] }, details: { duplicate } });
}

function expenseOf(ctx: Ctx, facts: Facts & { category: NonNullable<ReceiptInput["newExpense"]> }): StoredExpense {
  const { merchant, boughtOn, totalMinor, currency, note, category } = facts;
  const at = ctx.now.toISOString();
  return {
    ...{ kind: "expense", id: ctx.newId(), amountMinor: totalMinor, date: boughtOn, endDate: null, currency, category },
    // An expense's name needs at least two letters.
    name: merchant.length < 2 ? `${merchant} receipt` : merchant,
    ...{ note, accountId: null, frequency: "once", isBudget: false, isSyncedFromBank: false },
    ...{ version: 1, createdAt: at, updatedAt: at },
  };
}

/** The id of what a receipt is for. @throws DomainError forbidden; invalid if it does not belong to the owner */
async function resolveSubject(
  ctx: Ctx,
  { of, ownerId }: ReceiptBook,
  { kind, ref }: { kind: SubjectKind; ref: string },
): Promise<string> {
  if ((kind === "expense") !== (of === "household")) throw unknownSubject();
  const statement = () => {
    switch (kind) {
      case "work_order":
        return sql`select id from work_orders where org_id = ${ownerId} and (id = ${ref} or number = ${numberIn(ref)})`;
      case "purchase_order":
        return sql`select id from purchase_orders where org_id = ${ownerId} and (id = ${ref} or number = ${parsePurchaseOrderNumber(ref) ?? -1})`;
      case "item":
        return sql`select id from inventory_items where org_id = ${ownerId} and id = ${ref}`;
      case "expense":
        return sql`select id from expenses where user_id = ${ownerId} and id = ${ref}`;
    }
  };
  if (kind !== "expense") allow(ctx, SUBJECT_PERMISSIONS[kind]);
  const [row] = await ctx.db.all<{ id: string }>(sql`${statement()} limit 1`);
  if (!row) throw unknownSubject();
  return row.id;
}

const unknownSubject = () => invalidField("subjectId", "Choose what it is for from the list");

const numberIn = (ref: string) => Number(/^(?:wo-?\s?)?(\d{1,9})$/i.exec(ref.trim())?.[1] ?? -1);

/** Deletes a receipt with its picture; the record it was for is kept. @throws DomainError not_found; forbidden */
export async function deleteReceipt(ctx: Ctx, of: ReceiptOwner | undefined, id: string): Promise<{ id: string }> {
  const book = allowReceipts(ctx, of);
  return once(ctx, "deleteReceipt", { of: book.of, id }, async (commit) => {
    const { table } = book;
    const [stored] = await ctx.db
      .select({
        fileKey: table.fileKey,
        addedBy: table.addedBy,
        merchant: table.merchant,
        totalMinor: table.totalMinor,
      })
      .from(table)
      .where(isReceipt(book, id));
    if (!stored) throw receiptNotFound();
    allowOnReceipt(book, stored);
    const { fileKey, merchant, totalMinor } = stored;
    const result = await commit(book.member, {
      writes: [ctx.db.delete(table).where(isReceipt(book, id)), assertRowChanged(ctx, "receipt_gone")],
      audit: book.member
        ? [{ action: "receipt.delete", entity: "receipt", entityId: id, before: { merchant, totalMinor } }]
        : [],
      result: { id },
      refusals: { receipt_gone: receiptNotFound },
    });
    ctx.after(ctx.providers.files.delete(fileKey));
    return result;
  });
}
