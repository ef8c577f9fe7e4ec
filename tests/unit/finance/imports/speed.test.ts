import { expect, test } from "vitest";
import { importKeys } from "~/domain/finance/imports/import-keys.rules";
import { readRows } from "~/domain/finance/imports/read-rows.rules";
import { judgeRows } from "~/domain/finance/imports/verdicts.rules";
import { recogniseBytes } from "./import-file";

function chaseFile(rows: number): Uint8Array {
  const lines = ["Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #"];
  let balance = 1_000_000_000;
  for (let at = 0; at < rows; at += 1) {
    const cents = -((at * 7_919) % 20_000) - 1;
    balance += cents;
    const [year, month, day] = new Date(Date.UTC(2014, 0, 1 + Math.floor(at / 25)))
      .toISOString()
      .slice(0, 10)
      .split("-");
    const text = `CARD PURCHASE ${at % 977} ACME STORE #${at % 41} AUSTIN TX`;
    lines.push(`DEBIT,${month}/${day}/${year},"${text}",${cents / 100},DEBIT_CARD,${(balance / 100).toFixed(2)},,`);
  }
  return new TextEncoder().encode(`${lines.join("\r\n")}\r\n`);
}

test("100,000 rows are decoded, recognised, read, keyed and judged in under two seconds of processor time", () => {
  const bytes = chaseFile(100_000);
  const before = process.cpuUsage();
  const { mapping, text, questions } = recogniseBytes(bytes);
  const { rows, errors, skipped, warnings } = readRows(text, mapping, "USD");
  const keys = importKeys("account", rows);
  const verdicts = judgeRows(rows, keys, { keys: new Map(), candidates: [] });
  const { user, system } = process.cpuUsage(before);

  expect([questions, errors, skipped, warnings]).toEqual([[], [], [], []]);
  expect([rows.length, new Set(keys).size, verdicts.length]).toEqual([100_000, 100_000, 100_000]);
  expect((user + system) / 1_000_000).toBeLessThan(2);
});
