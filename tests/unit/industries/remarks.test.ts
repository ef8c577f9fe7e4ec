import { expect, test } from "vitest";
import { compareIndustries } from "~/domain/industries/analysis";
import { findIndustry } from "~/domain/industries/industry";
import { costOf, factsOf, isUnfounded, textsSoFar } from "~/domain/industries/remarks";

const hvac = findIndustry("238220");
const facts = factsOf(
  compareIndustries(hvac ? [hvac] : [], { months: [], byIndustry: [], byCustomerType: [], technicians: 4 }),
);

test.each([
  ["", []],
  ['{"remarks":[{"industry":null,"te', []],
  ['{"remarks":[{"industry":null,"text":"Pay is', ["Pay is"]],
  ['{"remarks":[{"text":"Say \\"yes\\"."},{"text":"Two', ['Say "yes".', "Two"]],
  ['{"remarks":[{"text":"Half an escape \\', ["Half an escape "]],
  ['{"remarks":[{"text":"Half a letter \\u00', []],
])("partial JSON %j gives the texts %j", (json, texts) => {
  expect(textsSoFar(json)).toEqual(texts);
});

test.each([
  ["It pays $78,183 a year.", false],
  ["It employs 1,256,817 people in 121,340 establishments.", false],
  ["Of 4 technicians, 2 could be trained in 2027.", false],
  ["It grew by 37% last year.", true],
  ["It pays $81,000.", true],
  ["No figure at all.", false],
])("%s has a figure not in the data: %s", (text, unfounded) => {
  expect(isUnfounded(text, facts)).toBe(unfounded);
});

test("an answer's cost is computed from its tokens if the prices are known", () => {
  expect(costOf({ inputTokens: 2000, outputTokens: 500 }, { input: 0.2, output: 0.6 })).toBeCloseTo(0.0007, 10);
  expect(costOf({ inputTokens: 2000, outputTokens: 500 }, null)).toBeNull();
  expect(costOf({ inputTokens: null, outputTokens: 500 }, { input: 1, output: 1 })).toBeNull();
});
