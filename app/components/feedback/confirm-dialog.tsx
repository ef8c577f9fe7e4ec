import { type ReactNode, useId, useState } from "react";
import {
  AlertDialog,
  AlertDialogBody,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from "~/components/ui/alert-dialog";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";

type ConfirmDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, and to what. */
  children: ReactNode;
  /** Label of the confirm button, naming the action: Delete, Archive customer. */
  confirm: string;
  /** Its label while the action runs: 'Deleting...'. */
  confirmBusy?: string;
  cancel?: string;
  tone?: "destructive" | "default";
  /** A word to type before the button is enabled, for actions that cannot be undone. */
  word?: string;
  busy?: boolean;
  /** Submits the form with this id, including the button's own name and value. */
  form?: { id: string; name?: string; value?: string };
  onConfirm?: () => void;
};

/** Confirms a named action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, busy } = props;
  return (
    <AlertDialog open={open} onOpenChange={onOpenChange}>
      <AlertDialogContent dismiss={busy ? "buttons" : "anywhere"}>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
        </AlertDialogHeader>
        <Question {...props} />
      </AlertDialogContent>
    </AlertDialog>
  );
}

/** Remounted each time the dialog opens, so that a typed word is never left over. */
function Question(props: ConfirmDialogProps) {
  const { children, confirm, confirmBusy = confirm, cancel = "Cancel", busy = false } = props;
  const { tone = "destructive", word, form, onConfirm } = props;
  const [typed, setTyped] = useState("");
  const wordId = useId();
  return (
    <>
      <AlertDialogBody className="flex flex-col gap-4 text-muted-foreground">
        <div>{children}</div>
        {word && (
          <div className="flex flex-col gap-1.5">
            <label htmlFor={wordId} className="text-foreground">
              Type <strong>{word}</strong> to confirm
            </label>
            <Input
              id={wordId}
              value={typed}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
        )}
      </AlertDialogBody>
      <AlertDialogFooter>
        <AlertDialogCancel disabled={busy}>{cancel}</AlertDialogCancel>
        <Button
          variant={tone}
          type={form && !busy ? "submit" : "button"}
          form={form?.id}
          name={form?.name}
          value={form?.value}
          disabled={word !== undefined && typed !== word}
          aria-disabled={busy || undefined}
          aria-busy={busy || undefined}
          onClick={busy ? undefined : onConfirm}
        >
          {busy ? confirmBusy : confirm}
        </Button>
      </AlertDialogFooter>
    </>
  );
}
