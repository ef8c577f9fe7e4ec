import fc from "fast-check";
import { expect, test } from "vitest";
import { detectFormat } from "~/domain/finance/imports/csv/detect";
import { filledCells, isBlank, readRecords } from "~/domain/finance/imports/csv/parse";

function cellsOf(text: string, columns?: number, delimiter = ",") {
  return Array.from(readRecords(text, { delimiter, columns }), (record) =>
    record.problem ? record.problem : Array.from({ length: record.count }, (_, column) => record.cell(column)),
  );
}

test.each<[string, string, unknown[]]>([
  [
    "plain cells are trimmed",
    " a , b\nc,d\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "no line break after the last row",
    "a,b\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "Windows line endings",
    "a,b\r\nc,d\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "classic Macintosh line endings",
    "a,b\rc,d\r",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["a trailing delimiter adds an empty cell", "a,b,\n", [["a", "b", ""]]],
  ["quoted cells can contain delimiters and quotes", '"a,1","say ""hi"""\n', [["a,1", 'say "hi"']]],
  ["spaces around quotes", ' "a" , "b"\n', [["a", "b"]]],
  ["empty quoted cells", '"","",""\n', [["", "", ""]]],
  ["a quote inside an unquoted cell is text", '12" pipe,b\n', [['12" pipe', "b"]]],
  ["a stray quote inside a quoted cell is text", '"12" pipe",b\n', [['12" pipe', "b"]]],
  ["blank lines are rows of their own", "a,b\n\nc,d\n", [["a", "b"], [""], ["c", "d"]]],
])("%s", (_, text, rows) => {
  expect(cellsOf(text)).toEqual(rows);
});

test("a cell with line breaks is one cell", () => {
  expect(cellsOf('a,"1 High St\r\nAustin\r\nTX",c\r\nd,e,f\r\n', 3)).toEqual([
    ["a", "1 High St\r\nAustin\r\nTX", "c"],
    ["d", "e", "f"],
  ]);
});

test.each<[string, string]>([
  ["no further quote follows", 'a,"b,c\nd,e,f\n'],
  ["the next row is quoted", 'a,"b,c\nd,"e",f\n'],
  ["the next row begins with a quote", 'a,"b,c\n"d","e","f"\n'],
  ["the next row has an empty quoted cell", 'a,"b,c\nd,"",f\n'],
  ["the next row has a quote that could close it", 'a,"b,c\nd,e",f\n'],
])("an unclosed quote invalidates only its own row: %s", (_, text) => {
  const [first, second] = cellsOf(text, 3);
  expect(first).toBe("unclosed-quote");
  expect(second).toHaveLength(3);
});

test("rows keep their number and their original text", () => {
  const text = 'a,b\r\n\r\n"c\r\nd",e\r\nf,g\r\n';
  const rows = Array.from(readRecords(text, { delimiter: "," }), ({ number, start, end }) => [
    number,
    text.slice(start, end),
  ]);
  expect(rows).toEqual([
    [1, "a,b"],
    [2, ""],
    [3, '"c\r\nd",e'],
    [4, "f,g"],
  ]);
});

test("the width of a row excludes trailing empty cells", () => {
  const widths = Array.from(readRecords("a,b,,\n,,,\n", { delimiter: "," }), (record) => [
    filledCells(record),
    isBlank(record),
  ]);
  expect(widths).toEqual([
    [2, false],
    [0, true],
  ]);
});

test("60,000 columns or an endless row are errors of that row", () => {
  expect(cellsOf(`${"a,".repeat(60_000)}\nb,c\n`)).toEqual(["too-many-columns", ["b", "c"]]);
  expect(cellsOf(`${"a".repeat(50_000)},b\nb,c\n`)).toEqual(["too-long", ["b", "c"]]);
});

test("with any quoting, rows are separated only by line endings", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a,"\n\r ]{1,60}$/), fc.option(fc.integer({ min: 1, max: 4 })), (text, columns) => {
      let end = 0;
      for (const record of readRecords(text, { delimiter: ",", columns: columns ?? undefined })) {
        expect(text.slice(end, record.start)).toMatch(/^\r?\n?$/);
        end = record.end;
      }
      expect(text.slice(end)).toMatch(/^\r?\n?$/);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ["only quotes", '"'.repeat(5_000_000)],
  ["an unclosed quote in every cell", `a,b\n${'2024-01-01,"'.repeat(400_000)}`],
])("millions of characters in one cell take little time: %s", (_, text) => {
  const before = process.cpuUsage().user;
  detectFormat({ text, encoding: "utf-8" });
  expect(process.cpuUsage().user - before).toBeLessThan(5_000_000);
});
