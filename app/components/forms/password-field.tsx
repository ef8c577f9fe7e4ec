import { getInputProps } from "@conform-to/react";
import { useState } from "react";
import { Button } from "~/components/ui/button";
import { Eye, EyeOff } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { describedBy, FieldFrame, type FieldProps } from "./field";

type PasswordFieldProps = FieldProps & { autoComplete: "current-password" | "new-password" };

/** A password field whose value can be shown while typing. It is never sent back to the page. */
export function PasswordField({ autoComplete, ...frame }: PasswordFieldProps) {
  const { field, description } = frame;
  const [visible, setVisible] = useState(false);
  const type = visible ? "text" : "password";
  const {
    key,
    pattern: _,
    ...input
  } = getInputProps(field, { type, value: false, ...describedBy(field, description) });
  const Icon = visible ? EyeOff : Eye;
  return (
    <FieldFrame {...frame}>
      <span className="relative block">
        <Input
          key={key}
          {...input}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          className="pr-12"
        />
        <Button
          variant="ghost"
          size="icon"
          className="absolute inset-y-0 right-0"
          aria-label={visible ? "Hide password" : "Show password"}
          aria-controls={field.id}
          onClick={() => setVisible(!visible)}
        >
          <Icon />
        </Button>
      </span>
    </FieldFrame>
  );
}
