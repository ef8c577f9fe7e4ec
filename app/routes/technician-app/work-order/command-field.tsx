import { useId } from "react";
import { Badge } from "~/components/ui/badge";
import { CircleCheck } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { Switch } from "~/components/ui/switch";
import { Textarea } from "~/components/ui/textarea";
import { Receipt } from "~/components/voice/receipt";
import type { Sound } from "~/components/voice/use-sound";
import { choicesOf } from "~/domain/shared/choices";
import type { SpokenCommand } from "~/domain/voice/sessions/command-view";
import type { CommandEdit } from "~/domain/voice/sessions/schema";
import { HOLD_REASON_LABELS, HOLD_REASONS, STATUS_LABELS } from "~/domain/work-order-basics/status";
import type { CommandForm } from "./memo-form";

type CommandFieldProps = {
  command: SpokenCommand;
  form: CommandForm;
  /** Already saved, while others were refused. */
  isWritten: boolean;
  error: string | undefined;
  sound: Sound | null;
  onChange: (part: CommandEdit) => void;
};

/** One entry that would be saved, with the words it came from. */
export function CommandField({ command, form, isWritten, error, sound, onChange }: CommandFieldProps) {
  const id = useId();
  const heard = heardOf(command);
  if (isWritten) {
    return (
      <div className="flex flex-col gap-2">
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span className="font-medium">{labelOf(command)}</span>
          <span className="flex items-center gap-2 text-ok">
            <CircleCheck aria-hidden="true" className="size-5" />
            Saved
          </span>
        </p>
        <Receipt heard={heard} sound={sound} />
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="flex items-center gap-2">
          <Label htmlFor={`${id}-value`}>{labelOf(command)}</Label>
          {heard.needsReview && <Badge tone="warn">Please check</Badge>}
        </span>
        <span className="flex items-start gap-3">
          <Switch
            id={`${id}-wanted`}
            checked={!form.isLeftOut}
            onChange={(event) => onChange({ isLeftOut: !event.currentTarget.checked })}
          />
          <label htmlFor={`${id}-wanted`}>
            Save<span className="sr-only"> {labelOf(command).toLowerCase()}</span>
          </label>
        </span>
      </div>
      {!form.isLeftOut && (
        <Control {...{ command, form, onChange }} id={`${id}-value`} isInvalid={error !== undefined} />
      )}
      {error && <p className="font-medium text-bad">{error}</p>}
      <Receipt heard={heard} sound={sound} />
    </div>
  );
}

const TARGETS = ["en_route", "in_progress", "on_hold", "completed"] as const;
const statuses = choicesOf(TARGETS, STATUS_LABELS);
const reasons = choicesOf(HOLD_REASONS, HOLD_REASON_LABELS);

type ControlProps = Pick<CommandFieldProps, "command" | "form" | "onChange"> & { id: string; isInvalid: boolean };

function Control({ command, form, onChange, id, isInvalid }: ControlProps) {
  const invalid = { "aria-invalid": isInvalid || undefined };
  switch (command.kind) {
    case "note":
      return (
        <Textarea
          {...invalid}
          id={id}
          rows={2}
          value={form.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      );
    case "measured":
      return (
        <Input
          {...invalid}
          id={id}
          inputMode="decimal"
          value={form.text}
          onChange={(event) => onChange({ text: event.currentTarget.value })}
        />
      );
    case "used":
      return (
        <span className="grid grid-cols-[5rem_1fr] gap-3">
          <Input
            aria-label="Quantity"
            inputMode="decimal"
            value={form.quantity}
            onChange={(event) => onChange({ quantity: event.currentTarget.value })}
          />
          <Input
            {...invalid}
            id={id}
            value={form.text}
            onChange={(event) => onChange({ text: event.currentTarget.value, itemId: null })}
          />
        </span>
      );
    case "status":
      return (
        <>
          <NativeSelect
            {...invalid}
            id={id}
            value={form.to}
            choices={statuses}
            placeholder="Choose the status"
            onChange={(event) => onChange({ to: event.currentTarget.value })}
          />
          {form.to === "on_hold" && (
            <NativeSelect
              aria-label="Why it is on hold"
              value={form.holdReason}
              choices={reasons}
              placeholder="Choose why"
              onChange={({ currentTarget: { value } }) =>
                onChange({ holdReason: HOLD_REASONS.find((one) => one === value) ?? "" })
              }
            />
          )}
        </>
      );
  }
}

function heardOf(command: SpokenCommand) {
  switch (command.kind) {
    case "note":
      return command.note;
    case "status":
      return command.status;
    case "measured":
      return command.measurement;
    case "used":
      return command.part;
  }
}

function labelOf(command: SpokenCommand): string {
  switch (command.kind) {
    case "note":
      return "Note";
    case "status":
      return "Status";
    case "used":
      return "Part used";
    case "measured": {
      const { label, value, words } = command.measurement;
      // The number is in the field, where it can be corrected.
      return label?.replace(` ${value?.value} `, ", ") ?? words;
    }
  }
}
