import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { otherCases } from "#drizzle/d1/contains-text";
import { accountTransactions, bankAccounts, categoryRules } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { transactionCategory } from "./account";
import { type ChangeResult, changeWrites, hasOpenCategory, typesOf } from "./change-transactions.server";
import type { CategoryRule } from "./schema";
import { MAX_CHANGED } from "./transaction-changes";

/** The household's rules, newest first. */
export async function listRules(ctx: Ctx) {
  const rows = await ctx.db
    .select({
      id: categoryRules.id,
      pattern: categoryRules.pattern,
      category: categoryRules.category,
      merchantName: categoryRules.merchantName,
    })
    .from(categoryRules)
    .where(eq(categoryRules.userId, allowPerson(ctx).userId))
    .orderBy(desc(categoryRules.createdAt), desc(categoryRules.id));
  return rows.map((row) => ({ ...row, category: transactionCategory(row.category) }));
}

/**
 * Creates a rule for rows that banks and files add from now on; earlier rows are not changed.
 * @throws DomainError conflict for a known text
 */
export function createRule(ctx: Ctx, input: CategoryRule): Promise<{ id: string } & CategoryRule> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "createCategoryRule", input, (commit) => {
    const id = ctx.newId();
    const types = `,${typesOf(input.category).join(",")},`;
    const { lower, upper } = otherCases(input.pattern);
    return commit(null, {
      writes: [
        ctx.db.insert(categoryRules).values({
          ...{ userId, id, ...input, types, createdAt: ctx.now.toISOString() },
          ...{ lowerPattern: lower, upperPattern: upper },
        }),
      ],
      result: { id, ...input },
      refusals: {
        category_rules_pattern: known,
        "UNIQUE constraint failed": known,
        category_rules_too_many: () => new DomainError("conflict", "A household can have at most 200 rules."),
      },
    });
  });
}

function known(): DomainError {
  const text = "There is already a rule for this text.";
  return new DomainError("conflict", text, { fields: { pattern: [text] } });
}

/**
 * Deletes a rule; the rows it has categorized or named keep that, whatever their bank or another rule says later. Their versions
 * stay, so that applying the rule can still be undone.
 * @throws DomainError not_found
 */
export function deleteRule(ctx: Ctx, id: string): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "deleteCategoryRule", { id }, (commit) =>
    commit(null, {
      writes: [
        ctx.db.run(sql`
          UPDATE account_transactions SET last_change = 'user',
            rule_fields = CASE WHEN r.merchant_name = account_transactions.merchant_name THEN 'category,merchant_name' ELSE 'category' END
          FROM category_rules r
          WHERE account_transactions.user_id = ${userId} AND r.user_id = ${userId} AND r.id = ${id}
            AND removed_at IS NULL AND leg IS NULL AND source <> 'manual' AND account_transactions.category = r.category
            AND (r.merchant_name IS NULL OR r.merchant_name = account_transactions.merchant_name)
            AND ${hasOpenCategory} AND (${decides(userId)} OR r.merchant_name = account_transactions.merchant_name)`),
        ctx.db.delete(categoryRules).where(and(eq(categoryRules.userId, userId), eq(categoryRules.id, id))),
        assertRowChanged(ctx, "rule_missing"),
      ],
      result: { id },
      refusals: { rule_missing: () => notFound("Rule not found") },
    }),
  );
}

/** Whether the rule under that alias fits the row, as the triggers on new rows decide. */
function appliesToRow(alias: "r" | "o"): SQL {
  const rule = sql.raw(alias);
  const text = sql`account_transactions.description || ' ' || coalesce(account_transactions.merchant_name, '')`;
  return sql`instr(${rule}.types, ',' || account_transactions.type || ',') > 0
    AND (instr(lower(${text}), lower(${rule}.pattern)) > 0 OR instr(lower(${text}), ${rule}.lower_pattern) > 0
      OR instr(upper(${text}), ${rule}.upper_pattern) > 0)`;
}

/** Whether the rule `r` decides about the row: where several rules fit, the longest text does. */
function decides(userId: string): SQL {
  return sql`(${appliesToRow("r")} AND NOT EXISTS (
    SELECT 1 FROM category_rules o WHERE o.user_id = ${userId} AND ${appliesToRow("o")}
      AND (length(o.pattern) > length(r.pattern) OR (length(o.pattern) = length(r.pattern) AND o.id < r.id))))`;
}

/** The rows that the rule would change; where several rules fit a row, the longest text decides, as for new rows. */
async function rowsOfRule(ctx: Ctx, userId: string, id: string) {
  const [[rule], rows] = await ctx.db.batch([
    ctx.db
      .select()
      .from(categoryRules)
      .where(and(eq(categoryRules.userId, userId), eq(categoryRules.id, id))),
    ctx.db
      .select({
        id: accountTransactions.id,
        date: accountTransactions.transactionDate,
        description: accountTransactions.description,
        category: accountTransactions.category,
        amountMinor: accountTransactions.amountMinor,
        currency: bankAccounts.currency,
      })
      .from(accountTransactions)
      .innerJoin(
        bankAccounts,
        and(eq(bankAccounts.userId, accountTransactions.userId), eq(bankAccounts.id, accountTransactions.accountId)),
      )
      .where(
        and(
          eq(accountTransactions.userId, userId),
          isNull(accountTransactions.removedAt),
          isNull(accountTransactions.leg),
          hasOpenCategory,
          sql`EXISTS (
            SELECT 1 FROM category_rules r WHERE r.user_id = ${userId} AND r.id = ${id} AND ${decides(userId)}
              AND (r.category <> account_transactions.category
                OR (r.merchant_name IS NOT NULL AND r.merchant_name IS NOT account_transactions.merchant_name))
          )`,
        ),
      )
      .orderBy(desc(accountTransactions.transactionDate), desc(accountTransactions.id))
      .limit(MAX_CHANGED),
  ]);
  if (!rule) throw notFound("Rule not found");
  return { rule, rows };
}

/** Previews the changes from applying a rule to earlier rows. @throws DomainError not_found */
export async function previewRule(ctx: Ctx, id: string) {
  const { rows } = await rowsOfRule(ctx, allowPerson(ctx).userId, id);
  return { count: rows.length, examples: rows.slice(0, 5) };
}

/**
 * Applies a rule to earlier rows, at most 2,000 at once, except those whose category the household chose; it can be undone like
 * any change.
 * @throws DomainError not_found
 */
export function applyRule(ctx: Ctx, id: string): Promise<ChangeResult> {
  const { userId } = allowPerson(ctx);
  return once(ctx, "applyCategoryRule", { id }, async (commit) => {
    const { rule, rows } = await rowsOfRule(ctx, userId, id);
    const change = {
      category: transactionCategory(rule.category),
      ...(rule.merchantName === null ? {} : { merchantName: rule.merchantName }),
      byRule: true,
    };
    const { writes, result } = await changeWrites(ctx, userId, { ids: rows.map((row) => row.id), change });
    return commit(null, { writes, result });
  });
}
