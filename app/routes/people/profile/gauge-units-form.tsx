import { Form } from "@remix-run/react";
import type { z } from "zod";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { type ActionFormOptions, useActionForm } from "~/components/forms/use-action-form";
import { Button } from "~/components/ui/button";
import type { OwnGaugeUnits } from "~/domain/auth/schema";
import { choicesOf } from "~/domain/shared/choices";
import {
  PRESSURE_UNIT_LABELS,
  PRESSURE_UNITS,
  TEMPERATURE_UNIT_LABELS,
  TEMPERATURE_UNITS,
  WEIGHT_UNIT_LABELS,
  WEIGHT_UNITS,
} from "~/domain/shared/gauge-units";

type UnitsInput = z.input<typeof OwnGaugeUnits>;

interface GaugeUnitsFormProps {
  units: OwnGaugeUnits;
  constraint: ActionFormOptions<UnitsInput>["constraint"];
  formKey: string;
}

const pressures = choicesOf(PRESSURE_UNITS, PRESSURE_UNIT_LABELS);
const temperatures = choicesOf(TEMPERATURE_UNITS, TEMPERATURE_UNIT_LABELS);
const weights = choicesOf(WEIGHT_UNITS, WEIGHT_UNIT_LABELS);

/** The units of the user's gauges, probes and scale. */
export function GaugeUnitsForm({ units, constraint, formKey }: GaugeUnitsFormProps) {
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<UnitsInput>({
    id: "units",
    intent: "units",
    constraint,
    defaultValue: units,
  });
  return (
    <Form method="post" id={form.id} className="flex flex-col gap-4">
      <FormSummary form={form} labels={{ pressure: "Pressure", temperature: "Temperature", weight: "Weight" }} />
      <HiddenFields {...{ formKey, isSaving, isInDoubt }} intent="units" />
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField field={fields.pressure} label="Pressure" choices={pressures} />
        <SelectField field={fields.temperature} label="Temperature" choices={temperatures} />
        <SelectField field={fields.weight} label="Weight" choices={weights} />
      </div>
      <Button variant="outline" type="submit" className="self-start" loading={isSaving}>
        Save units
      </Button>
      {sessionEnded}
    </Form>
  );
}
