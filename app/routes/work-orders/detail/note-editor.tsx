import { useEffect, useRef, useState } from "react";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { Textarea } from "~/components/ui/textarea";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { Note } from "~/domain/work-orders/notes.server";
import { paths } from "~/paths";
import type { Limits } from "./limits.server";

type NoteEditorProps = { number: number; note: Note; limits: Limits; formKey: string };

/** Collapsed until needed; works without script. */
export function NoteEditor({ number, note, limits, formKey }: NoteEditorProps) {
  const { fetcher, form, sent, taken, busy, error, sessionEnded } = useInlineForm("note");
  const { current } = sent;
  // The note as it was when its text was first edited here. Someone else's change, read again meanwhile, replaces no typed text.
  const [edited, setEdited] = useState<Note | null>(null);
  const [discarded, setDiscarded] = useState(0);
  const fold = useRef<HTMLDetailsElement>(null);
  const { body, customerVisible, version } = edited ?? note;
  const replaced = edited && current && current.version > edited.version ? current : null;

  // Collapses again once the change is saved, because the open state belongs to the browser.
  useEffect(() => {
    if (!taken) return;
    setEdited(null);
    if (fold.current) fold.current.open = false;
  }, [taken]);
  const discard = () => {
    setEdited(null);
    setDiscarded(discarded + 1);
    fold.current?.querySelector("summary")?.focus();
  };
  return (
    <details ref={fold} className="mt-2">
      <summary className="w-fit cursor-pointer text-link text-sm touch:py-2">Edit</summary>
      <fetcher.Form
        key={discarded}
        ref={form}
        method="post"
        action={paths.workOrderNotes(number)}
        onInput={() => setEdited(edited ?? note)}
        className="mt-2 flex flex-col gap-2"
      >
        <input type="hidden" name="noteId" value={note.id} />
        <HiddenFields {...{ ...sent, formKey }} />
        <input type="hidden" name="version" value={replaced ? replaced.version : version} />
        <Textarea name="body" {...limits} rows={2} defaultValue={body} aria-label="Note" className="min-h-16" />
        <label className="flex items-center gap-2 touch:py-3">
          <Checkbox name="customerVisible" defaultChecked={customerVisible} />
          Visible to customer
        </label>
        {replaced ? (
          <div role="alert">
            <p className="text-bad">Someone else changed this note while you were editing. It now reads:</p>
            <p className="whitespace-pre-wrap break-words">{"body" in replaced && String(replaced.body)}</p>
          </div>
        ) : (
          <ErrorLine>{current ? "" : error}</ErrorLine>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" type="submit" name="intent" value="changeNote" size="sm" loading={busy}>
            {replaced ? "Replace with mine" : "Save note"}
          </Button>
          {replaced && (
            <Button variant="ghost" size="sm" onClick={discard}>
              Discard my changes
            </Button>
          )}
          <Button
            type="submit"
            name="intent"
            value="deleteNote"
            formNoValidate
            size="sm"
            variant="ghost"
            className="text-bad"
          >
            Delete note
          </Button>
        </div>
      </fetcher.Form>
      {sessionEnded}
    </details>
  );
}
