import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import type { z } from "zod";
import { CheckboxField } from "~/components/forms/checkbox-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormSummary } from "~/components/forms/form-summary";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { SelectField } from "~/components/forms/select-field";
import { DateField, TextField } from "~/components/forms/text-field";
import { useActionForm } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { Button } from "~/components/ui/button";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { readCode } from "~/domain/inventory/items/code";
import { activeLocations } from "~/domain/inventory/locations/locations.server";
import { MOVEMENT_KIND_LABELS, type PostedKind } from "~/domain/inventory/movement";
import { postStock } from "~/domain/inventory/post.server";
import { NewPosting } from "~/domain/inventory/schema";
import { allow } from "~/domain/shared/permissions";
import { formAction } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";
import { ItemPicker } from "~/routes/inventory/shared/item-picker";
import { LocationScan } from "~/routes/inventory/shared/location-scan";
import { adjustmentReasons, movementKinds } from "~/routes/inventory/shared/movement-choices";
import { PostingLines } from "./posting-lines";
import { usePostingLines } from "./use-posting-lines";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "New movement · Plenum" }];

export const loader = pageLoader(async ({ ctx, url }) => {
  allow(ctx, "inventory.write");
  return {
    locations: await activeLocations(ctx),
    from: url.searchParams.get("locationId") ?? "",
    constraint: getZodConstraint(NewPosting),
    formKey: ctx.newId(),
  };
});

export const action = formAction(NewPosting, async ({ ctx, input, request }) => {
  await postStock(ctx, input);
  return redirectWithToast(request, paths.movements(), {
    tone: "success",
    text: `${MOVEMENT_KIND_LABELS[input.kind]} of ${linesText(input.lines.length)} posted.`,
  });
});

const linesText = (count: number) => (count === 1 ? "1 line" : `${count} lines`);

const labels = { kind: "Movement type", occurredOn: "Date", reason: "Reason", note: "Note" };

export default function NewMovement() {
  const { locations, from, constraint, formKey } = useLoaderData<typeof loader>();
  const [kind, setKind] = useState<PostedKind>("receipt");
  const [locationId, setLocation] = useState(
    locations.find(({ id }) => id === from)?.id ?? locations.find(({ type }) => type === "warehouse")?.id ?? "",
  );
  const [toLocationId, setTo] = useState("");
  const { lines, problem, isLooking, scan, choose, change, remove, dismiss } = usePostingLines();
  const { form, fields, isSaving, isInDoubt, lastResult, details, sessionEnded } = useActionForm<
    z.input<typeof NewPosting>
  >({
    id: "posting",
    constraint,
    noun: "movement",
    defaultValue: { kind },
  });
  const places = locations.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="max-w-4xl">
      <PageHeader title="New movement" />
      <Form method="post" id={form.id} className="flex flex-col gap-6">
        <FormSummary form={form} labels={labels} />
        <HiddenFields {...{ formKey, isSaving, isInDoubt }} />
        <div className="grid items-end gap-4 sm:grid-cols-3">
          <SelectField
            field={fields.kind}
            label={labels.kind}
            choices={movementKinds}
            onChange={(event) =>
              setKind(movementKinds.find(({ value }) => value === event.target.value)?.value ?? kind)
            }
          />
          <Place
            id="posting-from"
            label={kind === "transfer" ? "From" : "Location"}
            value={locationId}
            choices={places}
            onChange={setLocation}
          />
          {kind === "transfer" && (
            <Place id="posting-to" label="To" value={toLocationId} choices={places} onChange={setTo} />
          )}
          {kind === "adjustment" && (
            <SelectField
              field={fields.reason}
              label={labels.reason}
              choices={adjustmentReasons}
              placeholder="Select a reason"
              required
            />
          )}
        </div>
        <div className="flex flex-col gap-3">
          <ItemPicker
            inputId="posting-scan"
            label="Scan or search to add"
            placeholder="Scan a barcode, or type a name or SKU"
            autoFocus
            onCode={(code) => {
              // A location's label sets the location, an item's label adds the item.
              const labeled = locations.find(({ id }) => id === readCode(code).locationId);
              if (!labeled) scan(code);
              else if (kind === "transfer" && labeled.id !== locationId) setTo(labeled.id);
              else setLocation(labeled.id);
            }}
            onSelect={choose}
            scanStatus={<p role="status">{problem ?? linesText(lines.length)}</p>}
          />
          {problem && (
            <p
              role="alert"
              className="flex items-center justify-between gap-4 rounded-md bg-bad-soft px-4 py-2 text-bad"
            >
              {problem}
              <Button variant="ghost" size="sm" onClick={dismiss}>
                Dismiss
              </Button>
            </p>
          )}
          <PostingLines
            {...{ kind, lines, locationId, change, remove, isLooking }}
            toLocationId={kind === "transfer" ? toLocationId : ""}
            answer={lastResult}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-3">
          <DateField field={fields.occurredOn} label={labels.occurredOn} description="Today if left blank." />
          <TextField field={fields.note} label={labels.note} autoComplete="off" className="self-end sm:col-span-2" />
        </div>
        {details?.confirm === "takeExpired" && (
          <CheckboxField field={fields.takeExpired} label="Use expired stock too." />
        )}
        <FormActions>
          <Button type="submit" variant="default" loading={isSaving} disabled={lines.length === 0}>
            {lines.length === 0 ? "Post" : `Post ${linesText(lines.length)}`}
          </Button>
          <Button variant="outline" asChild>
            <Link to={paths.movements()}>Cancel</Link>
          </Button>
        </FormActions>
      </Form>
      {sessionEnded}
    </div>
  );
}

type PlaceProps = {
  id: string;
  label: string;
  value: string;
  choices: { value: string; label: string }[];
  onChange: (id: string) => void;
};

/** A location shared by all lines; each line submits it. */
function Place({ id, label, value, choices, onChange }: PlaceProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Label htmlFor={id} required>
        {label}
      </Label>
      <div className="flex flex-wrap gap-2">
        <span className="min-w-0 flex-1">
          <NativeSelect
            id={id}
            value={value}
            choices={choices}
            placeholder="Select a location"
            required
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
        <LocationScan label={label} locations={choices.map(({ value }) => ({ id: value }))} onPick={onChange} />
      </div>
    </div>
  );
}
