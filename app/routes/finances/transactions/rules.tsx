import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, Link, useLoaderData, useSearchParams } from "@remix-run/react";
import type { z } from "zod";
import { CivilDateText } from "~/components/date-text";
import { RefusedAction } from "~/components/feedback/refused-action";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { MoneyText } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { Trash2 } from "~/components/ui/icons";
import {
  ASSIGNABLE_CATEGORIES,
  TRANSACTION_CATEGORY_LABELS,
  transactionCategory,
} from "~/domain/finance/accounts/account";
import {
  applyRule,
  createRule,
  deleteRule,
  listRules,
  previewRule,
} from "~/domain/finance/accounts/category-rules.server";
import { CategoryRule } from "~/domain/finance/accounts/schema";
import { MAX_CHANGED } from "~/domain/finance/accounts/transaction-changes";
import { choicesOf } from "~/domain/shared/choices";
import { RecordId } from "~/domain/shared/fields";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { listHref, listQuery, pageIn } from "./transactions-query";

const labels = {
  pattern: "When the description contains",
  category: "Always",
  merchantName: "Rename to (optional)",
};

export const loader = memberLoader(async ({ ctx, url }) => {
  const chosen = url.searchParams.get("rule");
  const [rules, preview] = await Promise.all([listRules(ctx), chosen ? previewRule(ctx, chosen) : null]);
  return { rules, preview, chosen, constraint: getZodConstraint(CategoryRule), formKey: ctx.newId() };
});

export const action = formActions({
  add: formCase(CategoryRule, async ({ ctx, input, url, request }) => {
    const { id } = await createRule(ctx, input);
    const to = paths.categoryRules({ ...listQuery(url.searchParams, pageIn(url.searchParams)), rule: id });
    return redirectWithToast(request, to, { tone: "success", text: "Rule added." });
  }),
  apply: formCase(RecordId, async ({ ctx, input, url, request }) => {
    const { id, changed } = await applyRule(ctx, input.id);
    const text = changed === 1 ? "1 earlier transaction changed." : `${grouped(changed)} earlier transactions changed.`;
    return redirectWithToast(request, listHref(url.searchParams, { ...pageIn(url.searchParams), changed: id }), {
      tone: "success",
      text: changed === MAX_CHANGED ? `${text} There may be more: apply the rule again.` : text,
    });
  }),
  remove: formCase(RecordId, async ({ ctx, input, url, request }) => {
    await deleteRule(ctx, input.id);
    const to = paths.categoryRules(listQuery(url.searchParams, pageIn(url.searchParams)));
    return redirectWithToast(request, to, { tone: "success", text: "Rule deleted." });
  }),
});

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

/** Rules that give transactions with a matching text a category and a better name; on request for past ones too. */
export default function Rules() {
  const { rules, preview, chosen, constraint, formKey } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const close = useCloseDialog();
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof CategoryRule>>({
    id: "rule",
    intent: "add",
    constraint,
    defaultValue: {
      pattern: search.get("text")?.slice(0, 100) ?? "",
      category: transactionCategory(search.get("as") ?? "groceries"),
    },
  });
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Category rules</DialogTitle>
          <DialogDescription>
            For transactions from banks and files from now on. Deleting a rule leaves those it has changed as they are.
          </DialogDescription>
        </DialogHeader>
        <DialogBody className="flex flex-col gap-5">
          <RefusedAction except="add" />
          {preview && chosen && <Preview id={chosen} preview={preview} formKey={formKey} />}
          <Form method="post" id={form.id} noValidate preventScrollReset className="flex flex-col gap-4">
            <FormSummary form={form} labels={labels} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="add" />
            <TextField
              field={fields.pattern}
              label={labels.pattern}
              description="Such as WHOLE FOODS. Not case-sensitive."
              autoComplete="off"
            />
            <SelectField
              field={fields.category}
              label={labels.category}
              choices={choicesOf(ASSIGNABLE_CATEGORIES, TRANSACTION_CATEGORY_LABELS)}
            />
            <TextField field={fields.merchantName} label={labels.merchantName} autoComplete="off" />
            <Button type="submit" variant="default" className="self-start" loading={isSaving}>
              Add rule
            </Button>
          </Form>
          {rules.length > 0 && (
            <ul aria-label="Rules" className="divide-y divide-border border-border border-t">
              {rules.map(({ id, pattern, category, merchantName }) => (
                <li key={id} className="flex items-center gap-3 py-2">
                  <div className="mr-auto min-w-0">
                    <p className="break-words font-medium">{pattern}</p>
                    <p className="text-muted-foreground text-sm">
                      {TRANSACTION_CATEGORY_LABELS[category]}
                      {merchantName && `, called ${merchantName}`}
                    </p>
                  </div>
                  <Button variant="outline" size="sm" asChild>
                    <Link
                      to={paths.categoryRules({ ...listQuery(search, pageIn(search)), rule: id })}
                      preventScrollReset
                      replace
                    >
                      Apply to the past
                    </Link>
                  </Button>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="intent" value="remove" />
                    <input type="hidden" name="id" value={id} />
                    <Button variant="ghost" size="icon-sm" type="submit" aria-label={`Delete the rule for ${pattern}`}>
                      <Trash2 />
                    </Button>
                  </Form>
                </li>
              ))}
            </ul>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Close
          </Button>
        </DialogFooter>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}

const grouped = (count: number) => count.toLocaleString("en-US");

function previewText(count: number): string {
  if (count === 1) return "1 earlier transaction would change:";
  const text = `${grouped(count)} earlier transactions would change`;
  return count === MAX_CHANGED ? `The latest ${text}, and there may be more:` : `${text}:`;
}

type PreviewProps = { id: string; preview: NonNullable<Awaited<ReturnType<typeof previewRule>>>; formKey: string };

function Preview({ id, preview: { count, examples }, formKey }: PreviewProps) {
  if (count === 0) return <p className="rounded-md bg-muted p-3">No earlier transaction would change.</p>;
  return (
    <Form method="post" preventScrollReset className="flex flex-col gap-3 rounded-md bg-muted p-3">
      <input type="hidden" name="intent" value="apply" />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-apply`} />
      <input type="hidden" name="id" value={id} />
      <p>{previewText(count)}</p>
      <ul className="text-sm">
        {examples.map((row) => (
          <li key={row.id} className="flex items-baseline gap-3">
            <CivilDateText date={row.date} year />
            <span className="mr-auto min-w-0 truncate">{row.description}</span>
            <span className="text-muted-foreground">
              {TRANSACTION_CATEGORY_LABELS[transactionCategory(row.category)]}
            </span>
            <MoneyText minor={row.amountMinor} currency={row.currency} signed />
          </li>
        ))}
      </ul>
      <Button type="submit" variant="outline" className="self-start">
        {count === 1
          ? "Change it"
          : count === MAX_CHANGED
            ? `Change ${grouped(count)}`
            : `Change all ${grouped(count)}`}
      </Button>
    </Form>
  );
}

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
