import { expect, test } from "vitest";
import { foundedText, sentencesOf, wholeSentences } from "~/domain/chat/answer";
import { titleOf } from "~/domain/chat/message";

const facts = JSON.stringify({
  title: "Unpaid invoices of Lake Dental",
  summary: "3 invoices, $1,785.00 owed.",
  rows: [{ label: "INV-0042 Lake Dental", detail: "$595.00 · due Fri, Nov 20" }],
});

test.each([
  ["Lake Dental owes $1,785.00.", "Lake Dental owes $1,785.00.", 0],
  ["Lake Dental owes $1,785.00. That is 12 days late.", "Lake Dental owes $1,785.00.", 1],
  ["INV-0042 was due on Nov 20.", "INV-0042 was due on Nov 20.", 0],
  ["INV-0043 is open.", "", 1],
  ["See https://evil.example/pay for it.", "", 1],
  ["Open [the invoice](/invoices-v2/1).", "", 1],
  ["Ask at billing.com first. Lake Dental owes money.", "Lake Dental owes money.", 1],
  ["It is 0192f000-0000-7000-8000-000000000000.", "", 1],
  ["They owe a lot.", "They owe a lot.", 0],
  ["", "", 0],
])("only text supported by the rows is shown: %s", (reply, text, leftOut) => {
  expect(foundedText(reply, facts)).toEqual({ text, leftOut });
});

test("joined sentences equal the original text", () => {
  for (const text of ["One. Two! Three? 4.5 is a number", "$1,785.00.\nNext line", "no end", "..."])
    expect(sentencesOf(text).join("")).toBe(text);
});

test("an incomplete sentence is held back", () => {
  expect(wholeSentences("They owe $1,7")).toBe("");
  expect(wholeSentences("They owe much. It is $1,7")).toBe("They owe much. ");
  expect(wholeSentences("They owe much.")).toBe("They owe much.");
});

test("a conversation is named after its first question, cut off at a word", () => {
  expect(titleOf("  Jobs \n tomorrow ")).toBe("Jobs tomorrow");
  expect(titleOf(`${"word ".repeat(30)}`)).toMatch(/^(word ){10,16}?word…$|^(word ?)+…$/);
  expect(titleOf("x".repeat(300)).length).toBeLessThanOrEqual(80);
});
