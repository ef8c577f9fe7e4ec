import { sql } from "drizzle-orm";
import { householdCounters } from "#drizzle/schema/finance-tracker";
import type { Ctx, Person } from "~/domain/context";
import type { Currency } from "~/domain/money";
import type { AccountType } from "../accounts/types.rules";

/** An account as far as projections look at it; a credit account's balance is what one owes. */
export interface AccountBalance {
  id: string;
  name: string;
  accountType: AccountType;
  currency: Currency;
  isActive: boolean;
  balanceMinor: number;
}

/** The household's accounts as one statement of a batch. There are none until accounts are kept. */
export function accountBalancesWithin(ctx: Ctx, me: Person) {
  return ctx.db
    .select({
      id: householdCounters.name,
      name: sql<string>`''`.as("account_name"),
      accountType: sql<AccountType>`'other'`.as("account_type"),
      currency: sql<Currency>`'USD'`.as("currency"),
      isActive: sql<boolean>`1`.mapWith(Boolean).as("is_active"),
      balanceMinor: householdCounters.value,
    })
    .from(householdCounters)
    .where(sql`${householdCounters.userId} = ${me.userId} AND ${householdCounters.name} = ''`);
}
