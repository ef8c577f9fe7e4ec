import { Form } from "@remix-run/react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { SumRow, SumRows } from "~/components/billing/sum-rows";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Checkbox } from "~/components/ui/checkbox";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { SignaturePad } from "~/components/work-orders/signature-pad";
import { optionTotals } from "~/domain/estimates/estimate";
import { formatQuantity } from "~/domain/inventory/quantity";
import { useActionAnswer } from "~/lib/use-action-answer";
import { cn } from "~/lib/utils";
import type { CustomerEstimateData } from "./route";

type Option = CustomerEstimateData["estimate"]["options"][number];

/** The options side by side; while the estimate is open, one can be chosen and signed, or all declined. */
export function AnswerForm({ data }: { data: CustomerEstimateData }) {
  const { estimate, state, approval, maxLengths } = data;
  const { options } = estimate;
  const isOpen = state === "sent";
  const recommended = options.find((option) => option.recommended) ?? options[0];
  const [picked, setPicked] = useState(approval?.option ?? recommended?.position ?? 1);
  const [chosen, setChosen] = useState<Record<number, readonly number[]>>(
    approval ? { [approval.option]: approval.chosen } : {},
  );
  const [strokes, setStrokes] = useState("");
  const [isDeclining, setIsDeclining] = useState(false);
  const [decline, reason] = [useRef<HTMLButtonElement>(null), useRef<HTMLInputElement>(null)];
  const askWhy = (asks: boolean) => {
    flushSync(() => setIsDeclining(asks));
    // The button pressed is gone.
    (asks ? reason : decline).current?.focus();
  };
  const isSaving = useIsSubmitting();
  const { lastResult } = useFormRefusal(useActionAnswer());
  const errors = Object.values(lastResult?.error ?? {}).flatMap((texts) => texts ?? []);
  const toggle = (position: number, line: number) =>
    setChosen((had) => {
      const now = had[position] ?? [];
      return { ...had, [position]: now.includes(line) ? now.filter((one) => one !== line) : [...now, line] };
    });
  const option = options.find(({ position }) => position === picked);
  const total = option ? totalOf(option, chosen[option.position] ?? [], estimate).totalMinor : 0;
  return (
    <>
      {errors.length > 0 && (
        <div role="alert" className="rounded-md border border-bad bg-card p-4">
          {errors.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      <Form method="post" id="approve" preventScrollReset className="flex flex-col gap-8">
        <input type="hidden" name="intent" value="approve" />
        <input type="hidden" name="documentHash" value={estimate.documentHash} />
        <input type="hidden" name="strokes" value={strokes} />
        <fieldset className={cn("grid items-start gap-4", options.length > 1 && "md:grid-cols-2 lg:grid-cols-3")}>
          <legend className="sr-only">Options</legend>
          {options.map((one) => (
            <OptionChoice
              key={one.position}
              option={one}
              estimate={estimate}
              isOpen={isOpen}
              isOnly={options.length === 1}
              isPicked={isOpen ? picked === one.position : approval?.option === one.position}
              chosen={chosen[one.position] ?? []}
              onPick={() => setPicked(one.position)}
              onToggle={(line) => toggle(one.position, line)}
            />
          ))}
        </fieldset>
        {isOpen && (
          <Card as="section" aria-labelledby="sign" className="flex max-w-xl flex-col gap-4 p-5">
            <h2 id="sign" className="font-semibold text-lg">
              Approve {option?.name} for <MoneyText minor={total} />
            </h2>
            <div className="flex flex-col gap-1.5">
              <Label htmlFor="signer" required>
                Your full name
              </Label>
              <Input id="signer" name="signerName" required maxLength={maxLengths.signerName} autoComplete="name" />
            </div>
            <div className="noscript:hidden">
              <SignaturePad strokes={strokes} onChange={setStrokes} />
              {strokes !== "" && (
                <Button variant="ghost" size="sm" onClick={() => setStrokes("")}>
                  Clear signature
                </Button>
              )}
            </div>
            <div className="flex items-start gap-3">
              <Checkbox id="agreed" name="agreed" required className="mt-1" />
              <label htmlFor="agreed">
                I approve this option and agree to the terms. My name above is my signature.
              </label>
            </div>
            <div className="flex flex-wrap gap-3">
              <Button type="submit" variant="default" size="lg" loading={isSaving && !isDeclining}>
                Approve estimate
              </Button>
              {!isDeclining && (
                <Button variant="ghost" size="lg" ref={decline} onClick={() => askWhy(true)}>
                  Decline…
                </Button>
              )}
            </div>
          </Card>
        )}
      </Form>
      {isOpen && (
        <Form
          method="post"
          preventScrollReset
          className={cn(
            "max-w-xl flex-col gap-3 rounded-md border border-border p-5",
            isDeclining ? "flex" : "hidden noscript:flex",
          )}
        >
          <input type="hidden" name="intent" value="decline" />
          <Label htmlFor="reason" required>
            Why are you declining?
          </Label>
          <Input ref={reason} id="reason" name="reason" required maxLength={maxLengths.reason} autoComplete="off" />
          <div className="flex gap-3">
            <Button type="submit" variant="outline" loading={isSaving && isDeclining}>
              Decline estimate
            </Button>
            {isDeclining && (
              <Button variant="ghost" onClick={() => askWhy(false)}>
                Back
              </Button>
            )}
          </div>
        </Form>
      )}
    </>
  );
}

const totalOf = (
  option: Option,
  chosen: readonly number[],
  { discount, rates }: Pick<CustomerEstimateData["estimate"], "discount" | "rates">,
) => optionTotals(option.lines, chosen, { discount, rates });

interface OptionChoiceProps {
  option: Option;
  estimate: CustomerEstimateData["estimate"];
  isOpen: boolean;
  isOnly: boolean;
  isPicked: boolean;
  chosen: readonly number[];
  onPick: () => void;
  onToggle: (line: number) => void;
}

function OptionChoice({ option, estimate, isOpen, isOnly, isPicked, chosen, onPick, onToggle }: OptionChoiceProps) {
  const { position, name, description, recommended, lines } = option;
  const sums = totalOf(option, chosen, estimate);
  const included = lines.filter(({ optional }) => !optional);
  const extras = lines.filter(({ optional }) => optional);
  return (
    <Card
      as="section"
      aria-label={name}
      className={cn("flex h-full flex-col p-5", isPicked && "border-ring ring-1 ring-ring")}
    >
      <label htmlFor={`option-${position}`} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {isOpen && (
          <input
            id={`option-${position}`}
            type={isOnly ? "hidden" : "radio"}
            name="option"
            value={position}
            checked={isOnly ? undefined : isPicked}
            onChange={onPick}
            className="size-5 accent-ring"
          />
        )}
        <span className="font-semibold text-lg">{name}</span>
        {recommended && !isOnly && <Badge tone="info">Recommended</Badge>}
      </label>
      <p className="mt-1 font-semibold text-2xl">
        <MoneyText minor={sums.totalMinor} />
      </p>
      {description && <p className="mt-2 whitespace-pre-line text-muted-foreground">{description}</p>}
      <ul className="mt-4 flex flex-col gap-2">
        {included.map((line) => (
          <Line key={line.position} line={line} />
        ))}
      </ul>
      {extras.length > 0 && (
        <div className="mt-4">
          <p className="font-medium">Optional</p>
          <ul className="mt-2 flex flex-col gap-2">
            {extras.map((line) => (
              <li key={line.position} className="flex items-start gap-3">
                {isOpen && (
                  <Checkbox
                    id={`extra-${position}-${line.position}`}
                    name={`chosen${position}`}
                    value={line.position}
                    checked={chosen.includes(line.position)}
                    onChange={() => {
                      onPick();
                      onToggle(line.position);
                    }}
                    className="mt-1"
                  />
                )}
                <label htmlFor={`extra-${position}-${line.position}`} className="grow">
                  <Line line={line} as="span" />
                  {!isOpen && isPicked && (
                    <span className="block text-muted-foreground text-sm">
                      {chosen.includes(line.position) ? "Chosen" : "Not chosen"}
                    </span>
                  )}
                </label>
              </li>
            ))}
          </ul>
        </div>
      )}
      <dl className="mt-auto grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 pt-4 text-sm">
        <SumRows {...sums} />
        {estimate.taxState === "exempt" && <SumRow label={`No tax: ${estimate.taxNote}`} minor={0} />}
      </dl>
    </Card>
  );
}

function Line({ line, as: Tag = "li" }: { line: Option["lines"][number]; as?: "li" | "span" }) {
  return (
    <Tag className="flex items-baseline justify-between gap-4">
      <span className="min-w-0 break-words">
        {line.description}
        {line.quantityMilli !== 1000 && (
          <span className="text-muted-foreground text-sm">{` × ${formatQuantity(line.quantityMilli)} ${line.unit}`}</span>
        )}
      </span>
      <MoneyText minor={line.amountMinor} />
    </Tag>
  );
}
