import { getInputProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { z } from "zod";
import { FieldFrame } from "~/components/forms/field";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Input } from "~/components/ui/input";
import type { CountLine } from "~/domain/inventory/counts/counts.server";
import { formatAmountOf, quantityOf } from "~/domain/inventory/quantity";
import type { CountedLineForm } from "~/domain/inventory/schema";

type CountLineFormProps = {
  line: CountLine;
  constraint: FormConstraint<z.input<typeof CountedLineForm>>;
  formKey: string;
  showsLocation: boolean;
};

/** One line to count, with a field large enough for a thumb. */
export function CountLineForm({ line, constraint, formKey, showsLocation }: CountLineFormProps) {
  const { form, fields, isSaving, isInDoubt, current, sessionEnded } = useActionForm<z.input<typeof CountedLineForm>>({
    id: "count-line",
    constraint,
    intent: "count",
    noun: "count",
    defaultValue: { quantity: line.countedMilli === null ? "" : String(quantityOf(line.countedMilli)) },
  });
  const { key, pattern: _, ...input } = getInputProps(fields.quantity, { type: "text" });
  const expected = line.expectedMilli === null ? null : `${formatAmountOf(line.expectedMilli, line.baseUnit)} expected`;
  return (
    <Card asChild>
      <Form method="post" id={form.id} preventScrollReset className="flex flex-col gap-3 p-4">
        <div>
          <h2 className="font-semibold">{line.name}</h2>
          <p className="text-muted-foreground text-sm">
            {[line.sku, showsLocation && line.locationName, expected].filter(Boolean).join(" · ")}
          </p>
        </div>
        <FormSummary form={form} labels={{ quantity: "Counted" }} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt, current }} version={line.version} intent="count" />
        <input type="hidden" name="lineId" value={line.id} />
        <FieldFrame field={fields.quantity} label={`Counted, ${line.baseUnit}`}>
          <Input
            key={key}
            {...input}
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            className="h-16 text-center text-2xl tabular touch:text-2xl"
          />
        </FieldFrame>
        <Button type="submit" variant="default" loading={isSaving} className="h-12">
          {line.countedMilli === null ? "Save and next" : "Save recount"}
        </Button>
        {sessionEnded}
      </Form>
    </Card>
  );
}
