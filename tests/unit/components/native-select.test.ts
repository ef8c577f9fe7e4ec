import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NativeSelect } from "~/components/ui/native-select";

const choices = [
  { value: "a", label: "Dock A" },
  { value: "b", label: "Dock B" },
];
const chosen = (props: object) =>
  /<option value="([^"]*)" selected="">([^<]*)/.exec(
    renderToStaticMarkup(createElement(NativeSelect, { choices, ...props })),
  );

test.each([{ defaultValue: "gone" }, { value: "gone", onChange: () => {} }, { value: "gone", placeholder: "None" }])(
  "a value that is no longer a choice stays selected: %j",
  (props) => {
    expect(chosen(props)?.slice(1)).toEqual(["gone", "Current choice"]);
  },
);

test("a listed value and no value add no choice", () => {
  expect(chosen({ defaultValue: "b" })?.slice(1)).toEqual(["b", "Dock B"]);
  expect(renderToStaticMarkup(createElement(NativeSelect, { choices, placeholder: "None" }))).not.toContain("Current");
});
