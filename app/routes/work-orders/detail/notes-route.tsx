import { addNote, changeNote, deleteNote } from "~/domain/work-orders/notes.server";
import { NoteChoice, NoteForm, NoteInput } from "~/domain/work-orders/schema";
import { formActions, formCase } from "~/http/form-action";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { default } from "~/components/no-dialog";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** Handles the note forms; a form that stays on the page receives `done`. */
export const action = formActions({
  note: formCase(NoteInput, async ({ ctx, input, params }) => {
    await addNote(ctx, params.id ?? "", input);
    return { done: true };
  }),
  changeNote: formCase(NoteForm, async ({ ctx, input: { noteId, ...change }, params }) => {
    await changeNote(ctx, { ref: params.id ?? "", noteId }, change);
    return { done: true };
  }),
  deleteNote: formCase(NoteChoice, async ({ ctx, input, params }) => {
    await deleteNote(ctx, { ref: params.id ?? "", noteId: input.noteId });
    return { done: true };
  }),
});
