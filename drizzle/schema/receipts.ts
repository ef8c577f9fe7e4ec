import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { SUBJECT_KINDS } from "~/domain/receipts/receipt";
import { CURRENCIES } from "~/domain/shared/money";

/** Both tables have the same columns except for the owner, so that the same use cases serve both. */
const receipts = (name: string, owner: string) =>
  sqliteTable(
    name,
    {
      ownerId: text(owner).notNull(),
      id: text("id").notNull(),
      fileKey: text("file_key").notNull(),
      contentType: text("content_type", { enum: ["image/jpeg", "image/png", "image/webp"] }).notNull(),
      bytes: integer("bytes").notNull(),
      crc32: integer("crc32").notNull(),
      sha256: text("sha256").notNull(),
      merchant: text("merchant"),
      boughtOn: civilDate("bought_on"),
      totalMinor: integer("total_minor"),
      taxMinor: integer("tax_minor"),
      currency: text("currency", { enum: CURRENCIES }).notNull().default("USD"),
      note: text("note"),
      subjectKind: text("subject_kind", { enum: SUBJECT_KINDS }),
      subjectId: text("subject_id"),
      addedOn: civilDate("added_on").notNull(),
      addedBy: text("added_by").notNull(),
      confirmedAt: instant("confirmed_at"),
      version: integer("version").notNull().default(1),
      createdAt: instant("created_at").notNull(),
      updatedAt: instant("updated_at").notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.ownerId, t.id] }),
      uniqueIndex(`${name}_picture`).on(t.ownerId, t.sha256),
      index(`${name}_listed`).on(t.ownerId, sql`listed_on`, t.id),
      index(`${name}_added_by`).on(t.ownerId, t.addedBy, sql`listed_on`, t.id),
      index(`${name}_amount`).on(t.ownerId, t.boughtOn, t.totalMinor).where(sql`confirmed_at IS NOT NULL`),
      index(`${name}_unconfirmed`).on(t.ownerId, t.addedBy, t.id).where(sql`confirmed_at IS NULL`),
      index(`${name}_subject`).on(t.ownerId, t.subjectKind, t.subjectId).where(sql`subject_id IS NOT NULL`),
    ],
  );

export const businessReceipts = receipts("business_receipts", "org_id");

export const householdReceipts = receipts("household_receipts", "user_id");
