import { expect, test } from "vitest";
import { MAX_FILES, mostKilobytes, scriptsByRoute, styleBytes } from "#tests/support/bundle";

const routes = [...scriptsByRoute()];

test("no screen loads more than 30 JavaScript files at first", () => {
  expect(routes.filter(([, { files }]) => files > MAX_FILES).map(([route]) => route)).toEqual([]);
});

test("no screen loads more JavaScript at first than its budget", () => {
  const tooMuch = routes.filter(([route, { bytes }]) => bytes / 1024 > mostKilobytes(route));
  expect(tooMuch.map(([route, { bytes }]) => `${route} ${bytes}`)).toEqual([]);
});

test("the stylesheets are at most 25 KB", () => {
  expect(styleBytes() / 1024).toBeLessThan(25);
});
