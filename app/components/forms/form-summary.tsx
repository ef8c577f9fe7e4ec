import { useEffect, useState } from "react";
import { CircleAlert } from "~/components/ui/icons";

type FormSummaryProps = {
  /** conform's form metadata, or any object with its id and errors by field name ("" holds the form's own). */
  form: { id: string; allErrors: Record<string, string[]> };
  /** Labels by name of the fields that the form renders; each shows its own errors. */
  labels?: Record<string, string>;
};

/** Error summary shown above the form; each line jumps to its field. */
export function FormSummary({ form, labels = {} }: FormSummaryProps) {
  const { "": ofForm = [], ...ofFields } = form.allErrors;
  const fieldErrors = new Set(Object.values(ofFields).flat());
  // A single field's error is also repeated as the form's error.
  const own = ofForm.filter((error) => !fieldErrors.has(error));
  const wrong = Object.entries({ "": own, ...ofFields }).filter(([, errors]) => errors.length > 0);
  const labelsShown = useFieldsShowingErrors(form.id, wrong.map(([name]) => name).join(" "));
  const lineOf = (name: string, errors: readonly string[]) => {
    const label = labels[name] ?? labelsShown?.get(name);
    if (!label) return errors.join(" ");
    // On the server, the labels tell which fields are rendered.
    return !labelsShown || labelsShown.has(name) ? label : `${label}: ${errors.join(" ")}`;
  };
  if (wrong.length === 0) return null;
  const count = wrong.filter(([name]) => name !== "").length;
  return (
    <div role="alert" tabIndex={-1} className="flex gap-3 rounded-md border border-bad bg-bad-soft p-4">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0">
        {count > 0 && (
          <p className="font-semibold">
            {count === 1 ? "One field needs attention" : `${count} fields need attention`}
          </p>
        )}
        <ul className="flex flex-col gap-1">
          {wrong.map(([name, errors]) => (
            <li key={name}>
              {name === "" ? (
                errors.join(" ")
              ) : (
                <a className="underline underline-offset-2" href={`#${form.id}-${name}`} onClick={jump}>
                  {lineOf(name, errors)}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Fields that already show their own errors, with their labels; the summary does not repeat those. Null before the first effect. */
function useFieldsShowingErrors(formId: string, names: string): ReadonlyMap<string, string> | null {
  const [found, setFound] = useState<{ names: string; labels: ReadonlyMap<string, string> } | null>(null);

  // Labels do not tell whether a field is rendered at the moment, such as in a collapsed step.
  useEffect(() => {
    const shown = names.split(" ").filter((name) => document.getElementById(`${formId}-${name}-error`));
    setFound({ names, labels: new Map(shown.map((name) => [name, labelOf(`${formId}-${name}`)])) });
  }, [formId, names]);
  return found?.names === names ? found.labels : null;
}

/** The text of a control's label, without the required mark. */
function labelOf(id: string): string {
  return document.querySelector(`label[for="${CSS.escape(id)}"]`)?.firstChild?.textContent ?? "";
}

function jump(event: React.MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: "center" });
}
