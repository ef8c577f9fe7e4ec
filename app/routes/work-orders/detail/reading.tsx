import { getZodConstraint } from "@conform-to/zod/v4";
import { Form, useLoaderData, useParams } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { UnitsFields } from "~/components/refrigerant/units-fields";
import { AssessmentView } from "~/components/refrigerant/verdict";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogFooter, DialogHeader, DialogTitle } from "~/components/ui/dialog";
import { METERING_DEVICE_LABELS, METERING_DEVICES } from "~/domain/refrigerant/charge";
import { pounds } from "~/domain/refrigerant/cylinders/cylinder";
import { readingForm } from "~/domain/refrigerant/form.server";
import { READING_LABELS, type Typed } from "~/domain/refrigerant/reading-fields";
import { recordReading } from "~/domain/refrigerant/record.server";
import { SATURATION_SOURCE } from "~/domain/refrigerant/saturation-table";
import { NewReading, ReadingForm } from "~/domain/refrigerant/schema";
import { objectionText, readTyped } from "~/domain/refrigerant/typed-reading";
import { fieldIn, unitLabel } from "~/domain/refrigerant/units";
import { choicesOf } from "~/domain/shared/choices";
import { allowPerson } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params }) => {
  const form = await readingForm(ctx, { ref: params.id ?? "", equipmentId: params.equipmentId ?? "" });
  return {
    ...form,
    units: allowPerson(ctx).gaugeUnits,
    constraint: getZodConstraint(NewReading),
    formKey: ctx.newId(),
  };
});

export const action = formAction(ReadingForm, async ({ ctx, input, params, request }) => {
  const ref = params.id ?? "";
  await recordReading(ctx, { ref, equipmentId: params.equipmentId ?? "" }, input);
  return redirectWithToast(request, paths.workOrder(ref), { tone: "success", text: "Readings saved." });
});

const labels = {
  serviceGroupId: "Circuit",
  metering: "Metering device",
  altitudeFeet: "Altitude",
  ...READING_LABELS,
  cylinderId: "Cylinder",
  cylinder: "Other cylinder",
  notes: "Notes",
  isConfirmed: "The readings are right",
  isDisposal: "Recovered for disposal",
};

const meterings = choicesOf(METERING_DEVICES, METERING_DEVICE_LABELS);
const decimal = { inputMode: "decimal", autoComplete: "off" } as const;

export default function NewReadingDialog() {
  const { unitName, circuits, cylinders, hasMoreCylinders, last, siteAltitudeFeet, units, constraint, formKey } =
    useLoaderData<typeof loader>();
  const { equipmentId = "" } = useParams();
  const close = useCloseDialog();
  const defaultValue = {
    serviceGroupId: last?.serviceGroupId ?? circuits[0]?.id ?? "",
    metering: last?.metering ?? "txv",
    targetSubcoolingF: fieldIn(units, "difference", last?.targetSubcoolingF),
    altitudeFeet: String(last?.altitudeFeet ?? siteAltitudeFeet ?? 0),
  };
  const { form, fields, isSaving, isInDoubt, sessionEnded } = useActionForm<z.input<typeof NewReading>>({
    id: "reading",
    constraint,
    defaultValue,
  });
  const [typed, setTyped] = useState<Typed>(defaultValue);
  const refrigerant = circuits.find(({ id }) => id === typed.serviceGroupId)?.refrigerant ?? "";
  const { assessment, doubts } = readTyped(typed, { refrigerant, units });
  const pressure = unitLabel("pressure", units);
  const temperature = unitLabel("temperature", units);
  const weight = unitLabel("weight", units);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const entries = [...new FormData(event.currentTarget)];
    setTyped(
      Object.fromEntries(entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
    );
  };
  if (circuits.length === 0) {
    return (
      <Dialog open onOpenChange={close}>
        <DialogContent>
          <DialogHeader>
            <DialogTitle>{`Readings: ${unitName}`}</DialogTitle>
          </DialogHeader>
          <DialogBody>
            <p>
              This equipment has no refrigerant circuit yet.{" "}
              <TextLink to={`${paths.equipment(equipmentId)}/circuits/new`}>Add its circuit</TextLink>, then come back.
            </p>
          </DialogBody>
        </DialogContent>
      </Dialog>
    );
  }
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>{`Readings: ${unitName}`}</DialogTitle>
        </DialogHeader>
        <Form method="post" id={form.id} preventScrollReset className="contents" onInput={onInput}>
          <DialogBody className="flex flex-col gap-4">
            <FormSummary form={form} labels={labels} />
            <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
            <UnitsFields units={units} />
            <div className="grid gap-4 sm:grid-cols-2">
              <SelectField
                field={fields.serviceGroupId}
                label={labels.serviceGroupId}
                choices={circuits.map(({ id, name, refrigerant }) => ({
                  value: id,
                  label: `${name} · ${refrigerant}`,
                }))}
              />
              <SelectField field={fields.metering} label={labels.metering} choices={meterings} />
            </div>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4">
              <TextField field={fields.suctionPsig} label={labels.suctionPsig} unit={pressure} {...decimal} />
              <TextField field={fields.suctionTempF} label={labels.suctionTempF} unit={temperature} {...decimal} />
              <TextField field={fields.liquidPsig} label={labels.liquidPsig} unit={pressure} {...decimal} />
              <TextField field={fields.liquidTempF} label={labels.liquidTempF} unit={temperature} {...decimal} />
              <TextField field={fields.indoorWetBulbF} label={labels.indoorWetBulbF} unit={temperature} {...decimal} />
              <TextField
                field={fields.outdoorDryBulbF}
                label={labels.outdoorDryBulbF}
                unit={temperature}
                {...decimal}
              />
              <TextField
                field={fields.targetSubcoolingF}
                label={labels.targetSubcoolingF}
                unit={temperature}
                {...decimal}
              />
              <TextField field={fields.altitudeFeet} label={labels.altitudeFeet} unit="ft" inputMode="numeric" />
            </div>
            <section aria-label="What the readings say" aria-live="polite">
              <AssessmentView assessment={assessment} units={units} />
            </section>
            {doubts.length > 0 && (
              <div className="flex flex-col gap-2">
                <ul className="text-sm text-warn">
                  {doubts.map((doubt) => (
                    <li key={doubt.field + doubt.text}>{objectionText(doubt)}</li>
                  ))}
                </ul>
                <CheckboxField field={fields.isConfirmed} label={labels.isConfirmed} value="true" required />
              </div>
            )}
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField field={fields.addedLb} label={labels.addedLb} unit={weight} {...decimal} />
              <TextField field={fields.recoveredLb} label={labels.recoveredLb} unit={weight} {...decimal} />
              <SelectField
                field={fields.cylinderId}
                label={labels.cylinderId}
                choices={cylinders.map(({ id, number, refrigerant, netMilliLb }) => ({
                  value: id,
                  label: `${number} · ${refrigerant} · holds ${pounds(netMilliLb)}`,
                }))}
                placeholder="Another one"
                description={
                  hasMoreCylinders
                    ? `Lists the first ${cylinders.length} by number. Enter any other one’s number.`
                    : null
                }
              />
              <TextField field={fields.cylinder} label={labels.cylinder} autoComplete="off" />
            </div>
            <CheckboxField field={fields.isDisposal} label={labels.isDisposal} value="true" />
            <TextAreaField field={fields.notes} label={labels.notes} rows={2} />
            <p className="text-muted-foreground text-xs">
              Saturation temperatures: {SATURATION_SOURCE}. A manufacturer’s chart may differ by up to 3 psi for blends.{" "}
              <TextLink to={paths.profile()}>Change units</TextLink>
            </p>
          </DialogBody>
          <DialogFooter>
            <Button variant="outline" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="default" loading={isSaving}>
              Save readings
            </Button>
          </DialogFooter>
        </Form>
        {sessionEnded}
      </DialogContent>
    </Dialog>
  );
}
