import { type ReactNode, useState } from "react";
import type { AnyField } from "~/components/forms/field";
import { CheckboxField, SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { Section } from "~/components/section";
import type { Choice } from "~/components/ui/select";
import { type WorkOrderTexts, workOrderLabels } from "~/components/work-orders/form-words";
import type { BookingRefusal } from "~/components/work-orders/refusal";
import { ScheduleFields } from "~/components/work-orders/schedule-fields";
import type { UnitChoice } from "~/domain/equipment/job-units.server";
import { PRIORITIES, PRIORITY_LABELS } from "~/domain/work-orders/work-order";
import { UnitPicker } from "./equipment-picker";
import { type Site, siteChoices } from "./sites";

type Fields = Record<keyof WorkOrderTexts, AnyField>;

type WorkOrderFieldsProps = {
  fields: Fields;
  sites: readonly Site[];
  units: readonly UnitChoice[];
  /** Said in the place of addresses while there are none. */
  noSites: string;
  noUnits: ReactNode;
  technicians: readonly Choice[];
  /** Zone of the business, in which its times are typed. */
  zone: string;
  conflict: BookingRefusal | null;
  /** Where an address that is not among them is typed. */
  newSite?: ReactNode;
  /** One of the customer's addresses has clocks of its own. */
  otherZone: string | null;
};

const priorities = PRIORITIES.map((value) => ({ value, label: PRIORITY_LABELS[value] }));

/** Where, what, when, with whom and how it ends. */
export function WorkOrderFields(props: WorkOrderFieldsProps) {
  const { fields, sites, units, noSites, noUnits, technicians, zone, conflict, otherZone } = props;
  const [site, setSite] = useState(fields.siteAddressId.initialValue);
  const siteId = sites.find(({ id }) => id === site)?.id ?? sites[0]?.id;
  return (
    <>
      <Section title="Where and what" description="What the technician reads before setting out.">
        <SelectField
          // Another customer's addresses begin with their own first one.
          key={sites[0]?.id}
          field={fields.siteAddressId}
          label={workOrderLabels.siteAddressId}
          choices={siteChoices(sites)}
          placeholder={sites.length === 0 ? noSites : undefined}
          onChange={(event) => setSite(event.target.value)}
        />
        {props.newSite}
        <TextField field={fields.title} label={workOrderLabels.title} autoComplete="off" />
        <TextAreaField field={fields.description} label={workOrderLabels.description} />
        <SelectField
          field={fields.priority}
          label={workOrderLabels.priority}
          choices={priorities}
          className="sm:max-w-56"
        />
      </Section>
      <UnitPicker
        // Another customer's units begin with none chosen.
        key={`units ${sites[0]?.id} ${units[0]?.id}`}
        field={fields.equipmentIds}
        units={units}
        sites={sites}
        siteId={siteId}
        none={noUnits}
      />
      <Section title="When and with whom" description={whenSentence(zone, otherZone)}>
        <ScheduleFields fields={fields} technicians={technicians} conflict={conflict} />
      </Section>
      <Section title="At the end" description="What completing and billing ask for.">
        <CheckboxField
          field={fields.signatureRequired}
          label={workOrderLabels.signatureRequired}
          description="The job is completed only with a signature."
        />
        <CheckboxField
          field={fields.noCharge}
          label={workOrderLabels.noCharge}
          description="A warranty or a callback: it closes without a paid invoice."
        />
      </Section>
    </>
  );
}

function whenSentence(zone: string, otherZone: string | null): string {
  const own = `Leave it open to schedule later. Times are those of the business (${place(zone)}).`;
  return otherZone ? `${own} The site's own clocks are those of ${place(otherZone)}.` : own;
}

function place(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}
