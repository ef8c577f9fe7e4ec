import { Check } from "lucide-react";
import { GaugeDrawing } from "./gauge-drawing";

const steps = [
  { name: "Suction line", value: "52.0" },
  { name: "Dew point at 118 psig", value: "39.8" },
] as const;

/** From the needle to the verdict: R-410A at sea level, target from 66 °F wet bulb inside and 94 °F outside. */
export function SuperheatFigure() {
  return (
    <figure className="grid items-center gap-6 sm:grid-cols-2">
      <GaugeDrawing className="mx-auto h-auto w-full max-w-[15rem]" />
      <figcaption>
        <dl className="text-base">
          {steps.map((step) => (
            <div key={step.name} className="flex items-baseline justify-between gap-4 py-1.5">
              <dt className="text-muted-foreground">{step.name}</dt>
              <Degrees value={step.value} />
            </div>
          ))}
          <div className="mt-1 flex items-baseline justify-between gap-4 border-input border-t pt-3">
            <dt className="font-semibold text-foreground">Superheat</dt>
            <Degrees value="12.2" strong />
          </div>
        </dl>
        <p className="mt-4 flex gap-3 rounded-md bg-ok-soft px-3 py-2 text-ok text-sm">
          <Check aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            <span className="block font-medium">On target: 12 °F, fixed orifice</span>
            66 °F wet bulb inside, 94 °F outside
          </span>
        </p>
      </figcaption>
    </figure>
  );
}

function Degrees({ value, strong = false }: { value: string; strong?: boolean }) {
  return (
    <dd
      className={`whitespace-nowrap tabular ${strong ? "font-semibold text-heat text-xl" : "font-medium text-foreground"}`}
    >
      {value} <span className="font-normal text-base text-muted-foreground">°F</span>
    </dd>
  );
}
