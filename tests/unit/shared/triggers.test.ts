import { expect, test } from "vitest";
import { DERIVED, derivedPart, statementsOf } from "~/domain/shared/triggers.server";

test("a trigger's statements end at their semicolons, not at those in strings and comments", () => {
  expect(
    statementsOf(`
      INSERT INTO a VALUES (';', "b;c"); -- one; two
      UPDATE b SET x = 1;`),
  ).toEqual([`INSERT INTO a VALUES (';', "b;c")`, "-- one; two\n      UPDATE b SET x = 1"]);
});

test.each([
  ["what counts stays", "INSERT INTO counters (name) VALUES (NEW.id);", "INSERT INTO counters (name) VALUES (NEW.id);"],
  ["what indexes stays", "INSERT INTO lead_search (rowid) VALUES (1);", "INSERT INTO lead_search (rowid) VALUES (1);"],
  ["what posts goes", "UPDATE stock_balances SET on_hand = 1;", null],
  ["what refuses goes", "SELECT RAISE(ABORT, 'no');", null],
  ["what sends goes", "INSERT INTO outbox (id) VALUES (1);", null],
  ["of both one", "UPDATE items SET x = 1; UPDATE counters SET value = 1;", "UPDATE counters SET value = 1;"],
])("%s while rows are restored", (_, body, kept) => {
  const head = "CREATE TRIGGER t AFTER INSERT ON x WHEN NEW.a = 1 ";
  expect(derivedPart(`${head}BEGIN ${body} END`, DERIVED)).toBe(kept === null ? null : `${head}BEGIN ${kept} END`);
});
