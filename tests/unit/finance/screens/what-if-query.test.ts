import { expect, test } from "vitest";
import { readRunwayQuery, runwayHref, whatIfProblem, withScenario } from "~/routes/finances/dashboard/what-if-query";

const usd = new URLSearchParams("currency=USD&floor=500&keep=daily~200&if=off~expense:rent");

test("a scenario keeps the floors of its own currency only", () => {
  const changes = ["off~expense:gym"];
  const hrefOf = (currency: "USD" | "EUR", search = usd) =>
    runwayHref(withScenario(readRunwayQuery(search), { currency, changes }));
  const floors = "&floor=500&if=off%7Eexpense%3Agym&keep=daily%7E200";
  expect(hrefOf("USD")).toBe(`/finances/dashboard?currency=USD${floors}`);
  expect(hrefOf("EUR")).toBe("/finances/dashboard?currency=EUR&if=off%7Eexpense%3Agym");
  expect(hrefOf("USD", new URLSearchParams("floor=500&keep=daily~200"))).toBe(
    `/finances/dashboard?currency=USD${floors}`,
  );
});

test("a change beyond the most that count is named", () => {
  const search = new URLSearchParams(Array.from({ length: 30 }, (_, at) => ["if", `off~expense:${at}`]));
  expect(whatIfProblem(search)).toBeNull();
  for (const [name, value] of Object.entries({ act: "plus", kind: "expense", amount: "5", date: "2027-01-01" }))
    search.set(name, value);
  search.set("frequency", "monthly");
  expect(readRunwayQuery(search).switches).toHaveLength(30);
  expect(whatIfProblem(search)).toBe("Up to 30 changes count at once. Remove one to add another.");
});
