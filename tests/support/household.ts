import { monthFromIndex, monthIndex, monthKey } from "~/domain/shared/time/dates";
import type { Visitor } from "./visitor";

/** The fields of an item that tests use, in the API's format. */
export interface Item {
  id: string;
  name: string;
  amount: number;
  currency: string;
  date: string;
  endDate: string | null;
  category: string;
  note: string | null;
  isRecurring: boolean;
  frequency?: string;
  isProjected: boolean;
  projectedDate: string | null;
  occursOn?: string;
  version: number;
}

export interface List {
  items: Item[];
  nextCursor: string | null;
  total: number;
}

export interface Refusal {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  current?: Item;
}

export interface Cashflow {
  income: { total: number; byCategory: Record<string, number> };
  expenses: { total: number; byCategory: Record<string, number> };
  netCashflow: number;
  savingsRate: number;
  month: number;
  year: number;
}

export const rent = { name: "Rent", amount: 1800, date: "2025-01-31", category: "housing", isRecurring: true };
export const salary = { name: "Salary", amount: 5000, date: "2025-01-15", category: "salary", frequency: "monthly" };

export async function spend(person: Visitor, expense: object): Promise<Item> {
  return (await person.post<Item>("/api/expenses", { ...rent, endDate: null, ...expense })).json;
}

export async function earn(person: Visitor, income: object): Promise<Item> {
  return (await person.post<Item>("/api/income", { ...salary, ...income })).json;
}

/** The month `months` after the current one, in UTC, as for a household without a business. */
export function monthAfter(months: number): string {
  return monthFromIndex(monthIndex(monthKey(new Date().toISOString().slice(0, 10))) + months);
}
