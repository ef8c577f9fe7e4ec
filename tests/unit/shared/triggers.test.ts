import { expect, test } from "vitest";
import { derivedTables } from "#drizzle/d1/tenants";
import { derivedPart, statementsOf } from "~/domain/shared/triggers.server";

test("a trigger's statements end at their semicolons, not at those in strings and comments", () => {
  expect(
    statementsOf(`
      INSERT INTO a VALUES (';', "b;c"); -- one; two
      UPDATE b SET x = 1;`),
  ).toEqual([`INSERT INTO a VALUES (';', "b;c")`, "-- one; two\n      UPDATE b SET x = 1"]);
});

test.each([
  [
    "a trigger that counts stays",
    "INSERT INTO counters (name) VALUES (NEW.id);",
    "INSERT INTO counters (name) VALUES (NEW.id);",
  ],
  [
    "a trigger that indexes for search stays",
    "INSERT INTO lead_search (rowid) VALUES (1);",
    "INSERT INTO lead_search (rowid) VALUES (1);",
  ],
  ["a trigger that posts to balances is dropped", "UPDATE stock_balances SET on_hand = 1;", null],
  ["a trigger that rejects rows is dropped", "SELECT RAISE(ABORT, 'no');", null],
  ["a trigger that sends is dropped", "INSERT INTO outbox (id) VALUES (1);", null],
  [
    "of a trigger that does both, the derived part stays",
    "UPDATE items SET x = 1; UPDATE counters SET value = 1;",
    "UPDATE counters SET value = 1;",
  ],
])("%s while rows are restored", (_, body, remaining) => {
  const head = "CREATE TRIGGER t AFTER INSERT ON x WHEN NEW.a = 1 ";
  expect(derivedPart(`${head}BEGIN ${body} END`, derivedTables)).toBe(
    remaining === null ? null : `${head}BEGIN ${remaining} END`,
  );
});
