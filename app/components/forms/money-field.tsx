import { getInputProps } from "@conform-to/react";
import { type FormEvent, type KeyboardEvent, useRef } from "react";
import { currencySign } from "~/components/money-text";
import { Button } from "~/components/ui/button";
import { Minus, Plus } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { type Currency, isCurrency } from "~/domain/shared/money";
import { cn } from "~/lib/utils";
import { caretAfter, shownAmount, steppedAmount } from "./amount-input";
import { type AnyField, describedBy, FieldFrame, type FieldProps, initialText } from "./field";

type MoneyFieldProps = FieldProps & { currency?: Currency; autoFocus?: boolean };

/** An amount: separators appear while typing; arrow keys step it, and buttons where there is room. Posts the displayed text, '1,234.50'. */
export function MoneyField({ currency = "USD", autoFocus, ...frame }: MoneyFieldProps) {
  const { field, description } = frame;
  const ref = useRef<HTMLInputElement>(null);
  const sign = currencySign(currency);
  const {
    key,
    pattern: _,
    ...input
  } = getInputProps(field, { type: "text", value: false, ...describedBy(field, description) });

  const step = (direction: 1 | -1) => {
    const input = ref.current;
    if (!input) return;
    input.value = steppedAmount(input.value, direction);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <FieldFrame {...frame}>
      <span className="@container relative block">
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-subtle-foreground">
          {sign}
        </span>
        <Input
          key={key}
          ref={ref}
          {...input}
          required={frame.required ?? input.required}
          defaultValue={shownAmount(initialText(field) ?? "")}
          inputMode="decimal"
          autoComplete="off"
          autoFocus={autoFocus}
          className={cn("pr-3 text-right tabular @min-[12rem]:pr-21", sign.length > 1 ? "pl-12" : "pl-8")}
          onInput={keepShape}
          onKeyDown={(event) => stepByArrow(event, step)}
        />
        <span className="absolute inset-y-0 right-0 hidden items-center pr-1 @min-[12rem]:flex">
          <Button variant="ghost" size="icon-sm" tabIndex={-1} aria-label="Decrease" onClick={() => step(-1)}>
            <Minus />
          </Button>
          <Button variant="ghost" size="icon-sm" tabIndex={-1} aria-label="Increase" onClick={() => step(1)}>
            <Plus />
          </Button>
        </span>
      </span>
    </FieldFrame>
  );
}

function keepShape(event: FormEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const shaped = shownAmount(input.value);
  if (shaped === input.value) return;
  const caret = caretAfter(input.value, input.selectionStart ?? input.value.length, shaped);
  input.value = shaped;
  input.setSelectionRange(caret, caret);
}

function stepByArrow(event: KeyboardEvent, step: (direction: 1 | -1) => void): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  step(event.key === "ArrowUp" ? 1 : -1);
}

/** The currency selected in the form, whose sign its amounts show. */
export function chosenCurrency({ value }: AnyField, otherwise: Currency): Currency {
  return typeof value === "string" && isCurrency(value) ? value : otherwise;
}
