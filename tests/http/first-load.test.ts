import { expect, test } from "vitest";
import { MOST_FILES, mostKilobytes, scriptsByRoute, styleBytes } from "#tests/support/bundle";

const routes = [...scriptsByRoute()];

test("no screen's first load has more JavaScript than its budget", () => {
  expect(routes.length).toBeGreaterThan(400);
  const heavy = routes.flatMap(([route, { bytes }]) => {
    const kilobytes = bytes / 1024;
    return kilobytes > mostKilobytes(route) ? [`${route}: ${kilobytes.toFixed(1)} of ${mostKilobytes(route)} KB`] : [];
  });
  expect(heavy).toEqual([]);
});

test("no screen's first load has more than 25 files of JavaScript", () => {
  expect(routes.filter(([, { files }]) => files > MOST_FILES).map(([route]) => route)).toEqual([]);
});

test("the styles are at most 25 KB", () => {
  expect(styleBytes() / 1024).toBeLessThan(25);
});
