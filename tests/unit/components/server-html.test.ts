import { type FieldMetadata, useForm } from "@conform-to/react";
import { createElement as h, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormSummary } from "~/components/forms/form-summary";
import { MoneyField } from "~/components/forms/money-field";
import { PasswordField } from "~/components/forms/password-field";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { MoneyText } from "~/components/money-text";
import { PageHeader } from "~/components/page-header";
import { Stat } from "~/components/stat";
import { initials } from "~/components/ui/avatar";
import { Dialog, DialogContent, DialogDescription, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { Progress } from "~/components/ui/progress";
import { Tabs, TabsContent, TabsList, TabsTrigger } from "~/components/ui/tabs";
import { Toaster } from "~/components/ui/toaster";
import { SayAgain } from "~/components/voice/say-again";

type FormState = Partial<Parameters<typeof useForm<{ email: string }>>[0]>;

/** The HTML of a form with the single field `email`. */
function htmlOf(part: (field: FieldMetadata<string>) => ReactElement, state: FormState = {}): string {
  const Part = () => part(useForm<{ email: string }>({ id: "f", ...state })[1].email);
  return renderToStaticMarkup(h(Part));
}

const stay = () => undefined;

const tabs = h(
  Tabs,
  { defaultValue: "income" },
  h(TabsList, { "aria-label": "Finance" }, h(TabsTrigger, { value: "income" }, "Income")),
  h(TabsContent, { value: "income" }, "Salary"),
);

const dialog = (open: boolean) =>
  h(
    Dialog,
    { open, onOpenChange: stay },
    h(
      DialogContent,
      null,
      h(DialogHeader, null, h(DialogTitle, null, "Add Income"), h(DialogDescription, null, "Monthly")),
    ),
  );

const parts: [string, () => ReactElement][] = [
  ["tabs", () => tabs],
  ["an open dialog", () => dialog(true)],
  ["a header with a menu", () => h(PageHeader, { title: "Customers", menu: "Export" })],
  ["the toasts", () => h(Toaster)],
  ["a progress bar", () => h(Progress, { label: "Load", value: 40 })],
  ["a number", () => h(Stat, { label: "Open jobs", value: 38 })],
];

test.each(parts)("%s is rendered on the server without inline styles", (_name, part) => {
  expect(renderToStaticMarkup(part())).not.toMatch(/ style=|<style/);
});

test("an initially open dialog shows before any script runs, under its name and description", () => {
  const html = renderToStaticMarkup(dialog(true));
  expect(html).toMatch(/<dialog[^>]* open=""/);
  expect(html).toMatch(/aria-labelledby="([^"]+)".*<h2 id="\1"[^>]*>Add Income<\/h2>/);
  expect(html).toMatch(/aria-describedby="([^"]+)".*<p id="\1"[^>]*>Monthly<\/p>/);
});

test("a closed dialog renders no contents", () => {
  const html = renderToStaticMarkup(dialog(false));
  expect(html).not.toContain("Add Income");
});

test("an error and a description are read out with their field", () => {
  const html = htmlOf((field) => h(TextField, { field, label: "Email", description: "For invoices." }), {
    constraint: { email: { required: true } },
    lastResult: { status: "error", error: { email: ["Please enter a valid email address"] } },
  });
  expect(html).toContain('aria-invalid="true" aria-describedby="f-email-error f-email-description"');
  expect(html).toContain('<p id="f-email-error"');
  expect(html).toContain('for="f-email"');
  expect(html).toMatch(/<input[^>]* required=""/);
});

test("a field without an error has no error attributes", () => {
  const html = htmlOf((field) => h(TextField, { field, label: "Email" }));
  expect(html).not.toMatch(/aria-invalid=|aria-describedby=|required=/);
});

test("a checkbox is optional regardless of its constraint, unless the form requires it", () => {
  const constraint = { email: { required: true } };
  const box = (native: { required?: boolean }) =>
    htmlOf((field) => h(CheckboxField, { field, label: "For disposal", ...native }), { constraint });
  expect(box({})).not.toContain("required=");
  expect(box({ required: true })).toMatch(/<input[^>]* required=""/);
});

test("a field shows its stored or typed value", () => {
  const typed = (email: string) => ({ defaultValue: { email } });
  expect(htmlOf((field) => h(TextField, { field, label: "Email" }), typed("a@b.c"))).toContain('value="a@b.c"');
  expect(htmlOf((field) => h(MoneyField, { field, label: "Amount" }), typed("1234.5"))).toContain('value="1,234.5"');
  const choices = [
    { value: "r", label: "Residential" },
    { value: "c", label: "Commercial" },
  ];
  const select = htmlOf((field) => h(SelectField, { field, label: "Type", choices }), typed("c"));
  expect(select).toContain('<option value="c" selected="">Commercial</option>');
});

test("a password is never rendered back into the page", () => {
  const html = htmlOf((field) => h(PasswordField, { field, label: "Password", autoComplete: "current-password" }), {
    defaultValue: { email: "comfort" },
  });
  expect(html).not.toContain("comfort");
});

test("only negative money is red, and a signed amount shows its sign", () => {
  expect(renderToStaticMarkup(h(MoneyText, { minor: -500 }))).toContain("text-bad");
  expect(renderToStaticMarkup(h(MoneyText, { minor: 0 }))).not.toContain("text-bad");
  expect(renderToStaticMarkup(h(MoneyText, { minor: 500, signed: true })).replace(/<[^>]+>/g, "")).toBe("+$5.00");
});

test.each([
  ["Luis Ortega", "LO"],
  ["Ana Maria de la Cruz", "AC"],
  ["Northside", "N"],
  ["(414) 555-1007", "#"],
  ["3M Plant 2", "32"],
  ["  ", ""],
])("the initials of %j are %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test("a summary names a field that shows its own error, and gives the error of one that is not rendered", () => {
  const error = { "": ["Not saved"], email: ["Enter an email"], version: ["It was changed"] };
  const Part = () => {
    const [form, fields] = useForm<{ email: string }>({ id: "f", lastResult: { status: "error", error } });
    const summary = h(FormSummary, { form, labels: { email: "Email" } });
    return h("form", null, summary, h(TextField, { field: fields.email as FieldMetadata, label: "Email" }));
  };
  const html = renderToStaticMarkup(h(Part));
  expect(html.split("Enter an email")).toHaveLength(2);
  expect(html).toContain('href="#f-email">Email</a>');
  expect(html).toContain('href="#f-version">It was changed</a>');
  expect(html).toContain("Not saved");
  expect(html).toContain("2 fields need attention");
});

test("why the corrected words could not be read is not hidden in closed details", () => {
  const props = { sessionId: "1", text: "Superheat twelve", isRead: true, hint: "Type it.", onRead: stay };
  const html = (problem: string | null) => renderToStaticMarkup(h(SayAgain, { ...props, problem }));
  expect(html("Nothing was recognized.")).toContain("<details open");
  expect(html(null)).not.toContain("<details open");
});
