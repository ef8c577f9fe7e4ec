import { getZodConstraint } from "@conform-to/zod/v4";
import { accountBalances } from "~/domain/finance/accounts/accounts.server";
import { findExpense } from "~/domain/finance/tracker/expenses.server";
import { findIncome } from "~/domain/finance/tracker/income.server";
import { ExpenseFields, IncomeFields } from "~/domain/finance/tracker/schema";
import type { Ctx } from "~/domain/shared/context";

const expenseConstraint = getZodConstraint(ExpenseFields);
const incomeConstraint = getZodConstraint(IncomeFields);

async function accountChoices(ctx: Ctx) {
  return (await accountBalances(ctx)).map(({ id, name, isActive }) => ({ id, name, isActive }));
}

/** Data for an expense's form; without an id, for a new one. @throws DomainError not_found */
export async function expenseForm(ctx: Ctx, id?: string) {
  const [accounts, expense] = await Promise.all([accountChoices(ctx), id === undefined ? null : findExpense(ctx, id)]);
  return { accounts, expense, constraint: expenseConstraint, formKey: ctx.newId() };
}

/** Data for an income's form; without an id, for a new one. @throws DomainError not_found */
export async function incomeForm(ctx: Ctx, id?: string) {
  const [accounts, income] = await Promise.all([accountChoices(ctx), id === undefined ? null : findIncome(ctx, id)]);
  return { accounts, income, constraint: incomeConstraint, formKey: ctx.newId() };
}
