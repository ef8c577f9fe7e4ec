import { getTextareaProps } from "@conform-to/react";
import type { TextareaHTMLAttributes } from "react";
import { Textarea } from "~/components/ui/textarea";
import { describedBy, FieldFrame, type FieldProps, type Native } from "./field";

type TextAreaFieldProps = FieldProps & Native<TextareaHTMLAttributes<HTMLTextAreaElement>>;

export function TextAreaField(props: TextAreaFieldProps) {
  const { field, label, description, labelHidden, required, className, ...native } = props;
  const { key, ...textarea } = getTextareaProps(field, describedBy(field, description));
  return (
    <FieldFrame {...{ field, label, description, labelHidden, required, className }}>
      <Textarea key={key} {...textarea} required={required ?? textarea.required} {...native} />
    </FieldFrame>
  );
}
