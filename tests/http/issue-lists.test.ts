import { expect, test } from "vitest";
import { findIssues, type IssueList, type IssueRefused, numbersOf, seedManyIssues } from "#tests/support/issues";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("filters combine, and pages follow without gaps in both directions", async () => {
  const shop = await worker.business();
  await seedManyIssues(worker, shop.orgId, 230);
  const all = Array.from({ length: 230 }, (_, at) => at + 1);
  const pages = async (query: string) => {
    const found: number[] = [];
    for (let cursor = ""; ; ) {
      const list = await findIssues(shop.manager, `${query}&limit=17${cursor}`);
      found.push(...numbersOf(list));
      if (!list.nextCursor) return found;
      cursor = `&cursor=${encodeURIComponent(list.nextCursor)}`;
    }
  };
  expect(await pages("")).toEqual(all.toReversed());
  expect(await pages("sort=oldest")).toEqual(all);
  const stateOf = (n: number) => ["backlog", "todo", "progress", "review", "done", "canceled", "todo"][n % 7] ?? "";
  const expected = all.filter((n) => stateOf(n) === "todo" && [3, 4].includes(n % 5)).toReversed();
  expect(await pages("state=todo&priority=high,urgent")).toEqual(expected);
  const closed = all.filter((n) => ["done", "canceled"].includes(stateOf(n)));
  expect(await pages("category=closed")).toEqual(closed.toReversed());
  expect((await findIssues(shop.manager, "category=closed")).total).toBe(closed.length);
  expect(await pages("search=rattles&category=open")).toEqual(
    all.filter((n) => n % 10 === 0 && !closed.includes(n)).toReversed(),
  );
  expect(await pages("assignee=none&project=none&source=person")).toEqual(all.toReversed());
  expect((await shop.manager.get<IssueRefused>("/api/issues?cursor=nonsense")).status).toBe(400);
  expect(await pages(`search=${encodeURIComponent('"rattles" OR NEAR(*) -- {filed}')}`)).toEqual([]);
  // Without a letter or digit there is nothing to find, rather than everything.
  for (const query of ["search=%3F%3F", "search=%3F%3F&category=open"]) expect(await pages(query)).toEqual([]);
});

test("a list reads as many rows with many issues as with few", async () => {
  const [few, many] = [await worker.business(), await worker.business()];
  await seedManyIssues(worker, few.orgId, 400);
  await seedManyIssues(worker, many.orgId, 4000);
  const queries = [
    "",
    "category=open",
    "state=todo&priority=high",
    "search=rattles",
    "search=compressor&assignee=none",
  ];
  const read = (by: Visitor) =>
    Promise.all(queries.map(async (query) => databaseCosts(await by.get<IssueList>(`/api/issues?${query}`)).read));
  const [atFew, atMany] = [await read(few.manager), await read(many.manager)];
  for (const [at, query] of queries.entries()) expect(atMany[at], query).toBeLessThanOrEqual((atFew[at] ?? 0) * 1.1);
});

test("a board column shows the most urgent cards first and pages on from there", async () => {
  const shop = await worker.business();
  await seedManyIssues(worker, shop.orgId, 700);
  interface More {
    items: { number: number; stateId: string }[];
    nextCursor: string | null;
  }
  const cards: More["items"] = [];
  for (let cursor = ""; ; ) {
    const answer = await shop.manager.get<More>(`/resources/issue-column?column=todo${cursor}`);
    cards.push(...answer.json.items);
    if (!answer.json.nextCursor) break;
    cursor = `&cursor=${encodeURIComponent(answer.json.nextCursor)}`;
  }
  const expected = Array.from({ length: 700 }, (_, at) => at + 1)
    .filter((n) => [1, 6].includes(n % 7))
    .sort((a, b) => (b % 5) - (a % 5) || b - a);
  expect(cards.map(({ number }) => number)).toEqual(expected);
  const narrowed = await shop.manager.get<More>("/resources/issue-column?column=todo&search=rattles");
  expect(narrowed.json.items.map(({ number }) => number)).toEqual(expected.filter((n) => n % 10 === 0));
  expect((await shop.manager.get<More>("/resources/issue-column?column=todo&search=%3F%3F")).json.items).toEqual([]);
  expect((await shop.manager.get("/resources/issue-column?column=nowhere")).status).toBe(404);
});

test("the board reads as many rows with many issues as with few, filtered or not", async () => {
  const [few, many] = [await worker.business(), await worker.business()];
  await seedManyIssues(worker, few.orgId, 1000);
  await seedManyIssues(worker, many.orgId, 5000);
  for (const query of ["", "?search=compressor", "?assignee=none", "?priority=high,urgent&search=rattles"]) {
    const [atFew, atMany] = await Promise.all(
      [few, many].map(async ({ manager: by }) => databaseCosts(await by.get(`/bugscout/board${query}`))),
    );
    expect(atMany?.read, query).toBeLessThanOrEqual((atFew?.read ?? 0) * 1.1);
    expect(atMany?.rounds, query).toBeLessThanOrEqual(2);
  }
});
