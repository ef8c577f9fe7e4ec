import { createElement as h, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import { FormDialog } from "~/components/forms/form-dialog";
import { useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";

/** The HTML of a screen whose action answered with this. */
function htmlOf(screen: ReactElement, actionData: unknown): string {
  const router = createMemoryRouter([{ id: "screen", path: "/", element: screen }], {
    hydrationData: { loaderData: {}, actionData: { screen: actionData } },
  });
  return renderToStaticMarkup(h(RouterProvider, { router }));
}

function Part({ intent }: { intent: string }) {
  const { sessionEnded } = useActionForm({ id: intent, intent, constraint: undefined });
  return h("p", null, `${intent}: ${sessionEnded ? "ended" : "open"}`);
}

const sessionEnded = {
  lastResult: { initialValue: { intent: "save" }, error: { "": ["Sign in"] } },
  sessionEnded: true,
};

test("of two forms, only the one that was sent shows that the session has ended", () => {
  const html = htmlOf(h("div", null, h(Part, { intent: "save" }), h(Part, { intent: "logo" })), sessionEnded);
  expect(html).toContain("save: ended");
  expect(html).toContain("logo: open");
});

test("Enter in a field of a dialog saves, whatever stands beside the buttons", () => {
  const Screen = () => {
    const actionForm = useActionForm({ id: "reading", constraint: undefined });
    const aside = h(Button, { type: "submit", name: "intent", value: "delete" }, "Delete reading");
    return h(FormDialog, { title: "Reading", actionForm, aside, submit: "Save reading" });
  };
  const [, first] = htmlOf(h(Screen), undefined).split('type="submit"');
  expect(first).toContain("Save reading");
});
