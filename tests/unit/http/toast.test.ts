import { expect, test } from "vitest";
import { redirectWithToast, takeToast } from "~/http/toast.server";

test("a toast with a long text is shown, cut off", () => {
  const request = new Request("https://plenum.example/settings/integrations");
  const answer = redirectWithToast(request, "/settings/integrations", {
    ...{ tone: "error", text: `The host says ${"no ".repeat(200)}` },
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { toast } = takeToast(new Request(request.url, { headers: { cookie } }));
  expect(toast?.text).toMatch(/^The host says no .*…$/);
  expect(toast?.text).toHaveLength(300);
});
