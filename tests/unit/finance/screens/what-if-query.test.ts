import { expect, test } from "vitest";
import { readRunwayQuery, runwayHref, withScenario } from "~/routes/finances/dashboard/what-if-query";

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
