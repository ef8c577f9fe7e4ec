import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { Label } from "~/components/ui/label";
import { Textarea } from "~/components/ui/textarea";
import { useInlineForm } from "~/components/work-orders/use-inline-form";

/** Adds a note to the activity. A refused note keeps its text. */
export function NoteForm({ formKey, maxLength }: { formKey: string; maxLength?: number }) {
  const { fetcher, form, sent, busy, error, sessionEnded } = useInlineForm("note");
  return (
    <fetcher.Form ref={form} method="post" className="flex flex-col gap-2">
      <HiddenFields {...sent} formKey={formKey} intent="note" />
      <Label htmlFor="lead-note" className="sr-only">
        Note
      </Label>
      <Textarea
        id="lead-note"
        name="text"
        rows={2}
        maxLength={maxLength}
        required
        placeholder="Called, left a message"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "lead-note-error" : undefined}
      />
      {error && (
        <p id="lead-note-error" role="alert" className="text-bad text-sm">
          {error}
        </p>
      )}
      <Button type="submit" variant="outline" size="sm" className="self-start" loading={busy}>
        Save note
      </Button>
      {sessionEnded}
    </fetcher.Form>
  );
}
