import type { ReactNode } from "react";
import { CircleAlert, Info } from "~/components/ui/icons";
import { cn } from "~/lib/utils";

/** One sentence above a form: an error of the form as a whole, or something to know first. */
export function Notice({ tone = "info", children }: { tone?: "info" | "bad"; children: ReactNode }) {
  const bad = tone === "bad";
  const Icon = bad ? CircleAlert : Info;
  return (
    <div
      role={bad ? "alert" : "status"}
      className={cn(
        "flex gap-3 rounded-md border p-3",
        bad ? "border-destructive bg-bad-soft" : "border-border bg-muted",
      )}
    >
      <Icon aria-hidden="true" className={cn("mt-0.5 size-5 shrink-0", bad ? "text-bad" : "text-cool")} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}

/** A form's general errors, without those already shown at its fields. */
export function FormNotice({ form }: { form: { errors?: string[]; allErrors: Record<string, string[]> } }) {
  const atFields = Object.entries(form.allErrors).flatMap(([name, errors]) => (name === "" ? [] : errors));
  const errors = (form.errors ?? []).filter((error) => !atFields.includes(error));
  return errors.length > 0 ? <Notice tone="bad">{errors.join(" ")}</Notice> : null;
}
