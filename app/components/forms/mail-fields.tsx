import { FileText } from "~/components/ui/icons";
import type { AnyField } from "./field";
import { TextAreaField } from "./text-area-field";
import { TextField } from "./text-field";

/** Labels of an email's fields, also used in the error summary. */
export const mailLabels = { to: "To", subject: "Subject", message: "Message" };

type MailFieldsProps = {
  fields: Record<keyof typeof mailLabels, AnyField>;
  /** Name of the attached file. */
  attachment: string;
};

/** Fields of an email with a document attached, for an outside recipient. */
export function MailFields({ fields, attachment }: MailFieldsProps) {
  return (
    <>
      <TextField field={fields.to} label={mailLabels.to} type="email" autoComplete="off" />
      <TextField field={fields.subject} label={mailLabels.subject} autoComplete="off" />
      <TextAreaField field={fields.message} label={mailLabels.message} rows={8} />
      <p className="flex items-center gap-2 text-muted-foreground">
        <FileText aria-hidden="true" className="size-4" />
        {attachment}
      </p>
    </>
  );
}
