import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { uploadLimit } from "#worker/middleware/page-body";

/** Each screen with a form that carries a file, and an address it posts to; null where the route is not a screen of Remix. */
const POSTS: Record<string, string | null> = {
  "bugscout/report/route.tsx": "/report-problem",
  "dev/mailbox/route.tsx": null,
  "finances/accounts/import/import-dialog.tsx": "/resources/imports",
  "inventory/item-picture/route.tsx": "/inventory/items/1/picture",
  "properties/photo-new/route.tsx": "/properties/1/photos/new",
  "settings/business/logo-form.tsx": "/settings",
  "technician-app/work-order/evidence.tsx": "/technician/jobs/1",
};

test("every screen whose form carries a file has a limit of its own", async () => {
  const found = readdirSync("app/routes", { recursive: true, encoding: "utf8" }).filter(
    (file) =>
      file.endsWith(".tsx") && /encType[=:]\s*"multipart\/form-data"/.test(readFileSync(`app/routes/${file}`, "utf8")),
  );
  expect(found.sort()).toEqual(Object.keys(POSTS));
  const addresses = Object.values(POSTS).flatMap((path) => path ?? []);
  expect(addresses.filter((path) => !uploadLimit(path))).toEqual([]);
  expect(uploadLimit("/customers/1/edit")).toBeNull();
});
