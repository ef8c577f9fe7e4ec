import { useState } from "react";
import type { AnyField } from "~/components/forms/field";
import { TextAreaField } from "~/components/forms/text-area-field";
import { Button } from "~/components/ui/button";
import { MarkdownView } from "./markdown-view";

interface MarkdownFieldProps {
  field: AnyField;
  label: string;
  labelHidden?: boolean;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
}

/** A text field with a preview, rendered in the browser by the same code as on the page. */
export function MarkdownField({ field, label, labelHidden, ...area }: MarkdownFieldProps) {
  const [preview, setPreview] = useState<string | null>(null);
  const [isFailed, setFailed] = useState(false);

  const show = async () => {
    const written = document.getElementById(field.id);
    const text = written instanceof HTMLTextAreaElement ? written.value : "";
    try {
      const { markdownToHtml } = await import("./markdown");
      setPreview(markdownToHtml(text, "preview"));
      setFailed(false);
    } catch {
      setFailed(true);
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <div hidden={preview !== null}>
        <TextAreaField field={field} label={label} labelHidden={labelHidden} {...area} />
      </div>
      {preview !== null && (
        <section aria-label="Preview" className="min-h-24 rounded-md border border-border p-3">
          {preview ? <MarkdownView html={preview} /> : <p className="text-muted-foreground">Nothing to preview</p>}
        </section>
      )}
      <p className="flex flex-wrap items-center justify-between gap-2 text-muted-foreground text-sm">
        <span>{isFailed ? "The preview couldn't be loaded." : "Markdown: **bold**, `code`, lists with -"}</span>
        <Button variant="ghost" size="sm" onClick={preview === null ? show : () => setPreview(null)}>
          {preview === null ? "Preview" : "Write"}
        </Button>
      </p>
    </div>
  );
}
