import type { ExpenseCategory } from "~/domain/finance/tracker/categories";
import { addDays, addMonths, lastDayOfMonth, type MonthKey, shiftMonth, weekday } from "~/domain/shared/time/dates";
import type { Book } from "./finance";

const on = (month: MonthKey, day: number) => `${month}-${String(day).padStart(2, "0")}`;
const firstFriday = (month: MonthKey) => addDays(on(month, 1), (12 - weekday(on(month, 1))) % 7);

export function wholeHousehold(book: Book): void {
  wages(book);
  bills(book);
  for (let month = book.first; month <= book.month; month = shiftMonth(month, 1)) dailyLife(book, month);
  yearsPast(book);
  plansAhead(book);
}

function wages({ income, month, first }: Book): void {
  const raise = firstFriday(shiftMonth(month, -9));
  income({
    name: "Salary, Northlake Hospital",
    amount: 2360,
    date: firstFriday(first),
    frequency: "biweekly",
    category: "salary",
    end: addDays(raise, -1),
  });
  income({
    name: "Salary, Northlake Hospital",
    amount: 2485.5,
    date: raise,
    frequency: "biweekly",
    category: "salary",
    note: "5.3% raise",
  });
  income({
    name: "Spare room",
    amount: 640,
    date: on(shiftMonth(month, -14), 3),
    frequency: "monthly",
    category: "rental",
  });
  income({
    name: "Dividends, index fund",
    amount: 118.4,
    date: on(shiftMonth(first, 2), 28),
    frequency: "quarterly",
    category: "investment",
  });
  income({
    name: "Youth soccer coaching",
    amount: 90,
    date: on(shiftMonth(month, -2), 6),
    frequency: "weekly",
    category: "freelance",
    end: on(shiftMonth(month, 6), 28),
  });
}

function bills({ expense, month, first }: Book): void {
  const moved = shiftMonth(month, -11);
  expense({
    name: "Rent, Maple Street",
    amount: 1690,
    date: on(first, 1),
    recurring: true,
    category: "housing",
    end: lastDayOfMonth(shiftMonth(moved, -1)),
  });
  expense({
    name: "Rent, Kinnickinnic Avenue",
    amount: 1785,
    date: on(moved, 1),
    recurring: true,
    category: "housing",
  });
  expense({ name: "Health insurance", amount: 386, date: on(first, 3), recurring: true, category: "insurance" });
  expense({ name: "After-school care", amount: 540, date: on(moved, 4), recurring: true, category: "education" });
  expense({ name: "Internet", amount: 64.99, date: on(first, 5), recurring: true, category: "utilities" });
  expense({ name: "Cell phones", amount: 82, date: on(first, 12), recurring: true, category: "utilities" });
  expense({ name: "Car insurance", amount: 127.4, date: on(first, 15), recurring: true, category: "insurance" });
  expense({ name: "Renters insurance", amount: 18.75, date: on(moved, 15), recurring: true, category: "insurance" });
  expense({
    name: "Car loan",
    amount: 312.6,
    date: on(first, 20),
    recurring: true,
    category: "debt_paydown",
    end: on(shiftMonth(month, 16), 20),
    note: "2021 hatchback, 4.9%",
  });
  expense({
    name: "Student loan",
    amount: 224,
    date: lastDayOfMonth(first),
    recurring: true,
    category: "debt_paydown",
    end: lastDayOfMonth(shiftMonth(month, 44)),
  });
  expense({ name: "Streaming", amount: 17.99, date: on(first, 8), recurring: true, category: "subscriptions" });
  expense({ name: "Music", amount: 11.99, date: on(first, 18), recurring: true, category: "subscriptions" });
  expense({ name: "Cloud storage", amount: 2.99, date: on(first, 22), recurring: true, category: "subscriptions" });
  expense({
    name: "Gym",
    amount: 39,
    date: on(shiftMonth(month, -16), 2),
    recurring: true,
    category: "healthcare",
    end: on(shiftMonth(month, -3), 28),
  });
  expense({
    name: "Piano lessons",
    amount: 120,
    date: on(shiftMonth(month, -5), 10),
    recurring: true,
    category: "education",
  });
}

// Weekly groceries, fuel, meals and so on; the electric and gas bills follow the heating and cooling seasons.
function dailyLife({ expense, random, today }: Book, month: MonthKey): void {
  const about = (amount: number, spread = 0.25) =>
    Math.round(amount * (1 - spread + random.next() * 2 * spread) * 100) / 100;
  const season = Number(month.slice(5));
  const cold = [1.9, 1.7, 1.3, 0.8, 0.5, 0.4, 0.4, 0.4, 0.5, 0.8, 1.3, 1.8][season - 1] ?? 1;
  const hot = [0.8, 0.8, 0.8, 0.8, 1, 1.4, 1.7, 1.6, 1.1, 0.8, 0.8, 0.8][season - 1] ?? 1;
  const lines: [string, number, number, ExpenseCategory][] = [
    ["Electric", about(74 * hot, 0.08), 19, "utilities"],
    ["Natural gas", about(62 * cold, 0.08), 21, "utilities"],
    ["Groceries", about(118), 2, "food"],
    ["Groceries", about(124), 9, "food"],
    ["Groceries", about(112), 16, "food"],
    ["Groceries", about(131), 23, "food"],
    ["Fuel", about(41), 6, "transportation"],
    ["Fuel", about(43), 20, "transportation"],
    ["Dinner out", about(58, 0.4), 13, "food"],
    ["Pharmacy", about(24, 0.5), 11, "healthcare"],
    ["Clothes", about(66, 0.6), 24, "shopping"],
    ["Movies and concerts", about(45, 0.6), 26, "entertainment"],
  ];
  for (const [name, amount, day, category] of lines)
    if (on(month, day) <= today) expense({ name, amount, date: on(month, day), category });
}

function yearsPast({ expense, income, month, first }: Book): void {
  for (let at = first; at < month; at = shiftMonth(at, 1)) {
    const year = at.slice(0, 4);
    if (at.endsWith("-02"))
      income({ name: `Tax refund ${Number(year) - 1}`, amount: 1240, date: on(at, 24), category: "other" });
    if (at.endsWith("-12")) income({ name: "Year-end bonus", amount: 1800, date: on(at, 19), category: "bonus" });
    if (at.endsWith("-03"))
      expense({ name: "Car service and tires", amount: 486.2, date: on(at, 17), category: "transportation" });
    if (at.endsWith("-05"))
      income({ name: "Birthday gift from grandparents", amount: 200, date: on(at, 9), category: "gift" });
    if (at.endsWith("-07"))
      expense({ name: "Two weeks at the lake", amount: 1640, date: on(at, 11), category: "entertainment" });
    if (at.endsWith("-08"))
      expense({ name: "School supplies", amount: 312.45, date: on(at, 22), category: "education" });
    if (at.endsWith("-10"))
      expense({
        name: "Furnace tune-up",
        amount: 129,
        date: on(at, 8),
        category: "housing",
        note: "New filter, igniter OK",
      });
    if (at.endsWith("-12")) expense({ name: "Holiday presents", amount: 540, date: on(at, 16), category: "shopping" });
  }
}

function plansAhead({ expense, income, month }: Book): void {
  const next = shiftMonth(month, 1);
  expense({ name: "Groceries", amount: 485, date: on(next, 1), recurring: true, category: "food", note: "Budget" });
  expense({
    name: "Electric and gas",
    amount: 148,
    date: on(next, 1),
    recurring: true,
    category: "utilities",
    note: "Budget",
  });
  expense({ name: "Fuel", amount: 85, date: on(next, 1), recurring: true, category: "transportation", note: "Budget" });
  expense({
    name: "Going out",
    amount: 150,
    date: on(next, 1),
    recurring: true,
    category: "entertainment",
    note: "Budget",
  });
  expense({ name: "Holiday presents", amount: 520, date: on(next, 14), category: "shopping" });
  expense({
    name: "Flights to the wedding",
    amount: 780,
    date: on(shiftMonth(month, 3), 12),
    category: "entertainment",
  });
  expense({
    name: "Dental crown",
    amount: 940,
    date: on(shiftMonth(month, 2), 9),
    category: "healthcare",
    note: "After insurance",
  });
  expense({ name: "Car registration", amount: 135, date: on(shiftMonth(month, 5), 2), category: "transportation" });
  expense({
    name: "Heat pump, our half",
    amount: 4800,
    date: on(shiftMonth(month, 7), 15),
    category: "housing",
    note: "Landlord pays the other half",
  });
  income({ name: "Year-end bonus", amount: 1900, date: addMonths(on(month, 19), 1), category: "bonus" });
  income({ name: "Tax refund", amount: 1150, date: on(shiftMonth(month, 3), 24), category: "other" });
}

export function smallHousehold({ expense, income, month, first }: Book): void {
  income({ name: "Owner's pay", amount: 6200, date: on(first, 1), frequency: "monthly", category: "salary" });
  expense({ name: "Mortgage", amount: 2140, date: on(first, 3), recurring: true, category: "housing" });
  expense({ name: "Household", amount: 1650, date: on(first, 10), recurring: true, category: "food" });
  expense({
    name: "Truck lease",
    amount: 468,
    date: on(first, 14),
    recurring: true,
    category: "transportation",
    end: on(shiftMonth(month, 9), 14),
  });
  expense({ name: "Health insurance", amount: 612, date: on(first, 20), recurring: true, category: "insurance" });
  expense({ name: "College fund", amount: 250, date: on(first, 25), recurring: true, category: "education" });
  expense({ name: "Roof repair", amount: 3400, date: on(shiftMonth(month, 4), 18), category: "housing" });
}

export function secondHousehold({ expense, income, month, first }: Book): void {
  income({ name: "Pay", amount: 3900, date: lastDayOfMonth(first), frequency: "monthly", category: "salary" });
  income({
    name: "Flat in Leeds",
    amount: 720,
    date: on(shiftMonth(month, -8), 5),
    frequency: "monthly",
    category: "rental",
    currency: "GBP",
  });
  expense({ name: "Rent", amount: 1320, date: on(first, 1), recurring: true, category: "housing" });
  expense({ name: "Groceries", amount: 410, date: on(first, 4), recurring: true, category: "food" });
  expense({
    name: "Service charge, Leeds",
    amount: 95,
    date: on(shiftMonth(month, -8), 12),
    recurring: true,
    category: "housing",
    currency: "GBP",
  });
}
