import { expect, test } from "vitest";
import { errorsLoggedDuring } from "#tests/support/logged-errors";
import { csvAnswer } from "~/domain/export/csv-answer.server";
import type { Cell } from "~/domain/invoices/accounting";

const ctx = { request: { id: "test" } };

async function* pagesOf(...pages: Cell[][][]): AsyncGenerator<Cell[][]> {
  yield* pages;
}
const textOf = (...pages: Cell[][][]) =>
  csvAnswer(ctx, pagesOf(...pages), { header: ["Name", "Amount"], fileName: "list.csv" }).then((answer) =>
    answer.text(),
  );

test("pages are joined into one file, even if some are empty", async () => {
  const a: Cell[] = ["Ana", 1250];
  const b: Cell[] = ["=1+1", -5];
  const whole = await textOf([a, b]);
  expect(whole).toContain("Ana,12.50\r\n");
  for (const pages of [
    [[a], [b]],
    [[], [a], [b]],
    [[a], [], [b]],
    [[a], [b], [], []],
  ]) {
    expect(await textOf(...pages)).toBe(whole);
  }
});

test("a file without rows still has a header", async () => {
  expect((await textOf([])).replace("\uFEFF", "").trim()).toBe("Name,Amount");
});

test("a failure before the first rows is an error instead of half a file", async () => {
  const rows = async function* (): AsyncGenerator<string[][]> {
    yield [];
    throw new Error("D1 is away");
  };
  const answer = async () => csvAnswer(ctx, rows(), { header: ["Name"], fileName: "list.csv" });
  await expect(answer()).rejects.toThrow("D1 is away");
});

test("a failure after the first rows breaks the file off and is logged", async () => {
  const rows = async function* (): AsyncGenerator<string[][]> {
    yield [["Ana"]];
    throw new Error("D1 is away");
  };
  const answer = await csvAnswer(ctx, rows(), { header: ["Name"], fileName: "list.csv" });
  const read = () => expect(answer.text()).rejects.toThrow("D1 is away");
  expect(await errorsLoggedDuring(read)).toEqual(["D1 is away"]);
});

test("a client that leaves before the end of a file is no error", async () => {
  const endless = async function* (): AsyncGenerator<string[][]> {
    for (;;) yield [["Ana"]];
  };
  const answer = await csvAnswer(ctx, endless(), { header: ["Name"], fileName: "list.csv" });
  const leave = async () => {
    const reader = answer.body?.getReader();
    await reader?.read();
    await reader?.cancel();
  };
  expect(await errorsLoggedDuring(leave)).toEqual([]);
});
