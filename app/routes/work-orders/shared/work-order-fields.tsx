import { type ReactNode, useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { type AnyField, initialText } from "~/components/forms/field";
import { SelectField } from "~/components/forms/select-field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { TextField } from "~/components/forms/text-field";
import { Section } from "~/components/section";
import type { Choice } from "~/components/ui/select";
import { workOrderLabels } from "~/components/work-orders/labels";
import type { BookingRefusal } from "~/components/work-orders/refusal";
import { ScheduleFields } from "~/components/work-orders/schedule-fields";
import type { UnitChoice } from "~/domain/equipment/work-order-equipment.server";
import type { EditWorkOrder } from "~/domain/work-orders/schema";
import { PRIORITIES, PRIORITY_LABELS } from "~/domain/work-orders/work-order";
import { EquipmentField } from "./equipment-field";
import { type Site, siteChoices, type Zones, zoneHint } from "./sites";

/** Sent by both forms without being shown. */
type Unseen = "customerId" | "scheduledStart" | "version";

type WorkOrderFieldsProps = {
  fields: Record<Exclude<keyof z.input<typeof EditWorkOrder>, Unseen>, AnyField>;
  sites: readonly Site[];
  units: readonly UnitChoice[];
  /** Said in the place of addresses while there are none. */
  noSites: string;
  noUnits: ReactNode;
  technicians: readonly Choice[];
  zones: Zones;
  /** Of the address that is typed in place of one of the sites. */
  newSiteZone?: string | null;
  conflict: BookingRefusal | null;
  /** Where an address that is not among them is typed. */
  newSite?: ReactNode;
};

const priorities = PRIORITIES.map((value) => ({ value, label: PRIORITY_LABELS[value] }));

/** Where, what, when, with whom and how it ends. */
export function WorkOrderFields(props: WorkOrderFieldsProps) {
  const { fields, sites, units, noSites, noUnits, technicians, zones, conflict } = props;
  const [site, setSite] = useState(initialText(fields.siteAddressId));
  const chosen = sites.find(({ id }) => id === site) ?? sites[0];
  const siteId = chosen?.id;
  return (
    <>
      <Section title="Job details" description="What the technician reads before driving out.">
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
      <EquipmentField
        // Another customer's equipment begins with none chosen.
        key={`equipment ${sites[0]?.id} ${units[0]?.id}`}
        field={fields.equipmentIds}
        units={units}
        sites={sites}
        siteId={siteId}
        none={noUnits}
      />
      <Section title="Schedule" description={`Optional. ${zoneHint(zones, props.newSiteZone ?? chosen?.timeZone)}`}>
        <ScheduleFields fields={fields} technicians={technicians} conflict={conflict} />
      </Section>
      <Section title="Completion and billing">
        <CheckboxField
          field={fields.signatureRequired}
          label={workOrderLabels.signatureRequired}
          description="Can't be completed without one."
        />
        <CheckboxField
          field={fields.noCharge}
          label={workOrderLabels.noCharge}
          description="Warranty or callback. Closes without payment."
        />
      </Section>
    </>
  );
}
