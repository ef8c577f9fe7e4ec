import { useEffect } from "react";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { toast } from "~/components/ui/toast-store";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { dueText } from "./due-text";

interface Answer {
  done?: boolean;
  added?: { title: string; dueOn: string | null; dueAt: string | null };
}

type QuickAddFormProps = { today: string; maxLength?: number; formKey: string };

/** Adds a to-do from one line of text, and shows what was recognized in it. */
export function QuickAddForm({ today, maxLength, formKey }: QuickAddFormProps) {
  const { fetcher, form, sent, busy, error, sessionEnded } = useInlineForm<Answer>("to-do");
  const added = fetcher.data?.added;

  // Shown once for each to-do added.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the response arrives
  useEffect(() => {
    if (added) toast({ title: `Added: ${added.title}`, text: dueText(added, today) ?? "Without a day", tone: "ok" });
  }, [added]);

  return (
    <>
      <fetcher.Form ref={form} method="post" className="mb-5 flex gap-2">
        <HiddenFields {...sent} formKey={formKey} intent="quick" />
        <Input
          name="text"
          aria-label="Add a to-do"
          aria-describedby={error ? "quick-add-error" : "quick-add-hint"}
          aria-invalid={error ? true : undefined}
          placeholder="Call Ortega tomorrow 9"
          maxLength={maxLength}
          required
          autoComplete="off"
          enterKeyHint="done"
        />
        <Button type="submit" variant="outline" loading={busy}>
          Add
        </Button>
      </fetcher.Form>
      {error ? (
        <p id="quick-add-error" role="alert" className="-mt-3 mb-5 text-bad text-sm">
          {error}
        </p>
      ) : (
        <p id="quick-add-hint" className="-mt-3 mb-5 text-muted-foreground text-xs">
          Type a day, a time or “every 2 weeks” in the same line.
        </p>
      )}
      {sessionEnded}
    </>
  );
}
