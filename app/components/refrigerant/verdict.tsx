import { Badge } from "~/components/ui/badge";
import type { Tone } from "~/components/ui/tone";
import { type Assessment, VERDICT_LABELS, type Verdict } from "~/domain/refrigerant/charge";
import { degreesText } from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";

const tones: Record<Verdict, Tone> = {
  in_range: "ok",
  undercharged: "warn",
  overcharged: "warn",
  restriction: "bad",
  low_airflow: "warn",
  unclear: "neutral",
};

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return <Badge tone={tones[verdict]}>{VERDICT_LABELS[verdict]}</Badge>;
}

/** Superheat and subcooling in large figures, the verdict, the reasons, and what to check next. */
export function AssessmentView({ assessment, units }: { assessment: Assessment; units: GaugeUnits }) {
  const { superheat, subcooling, evaporatingTempF, condensingTempF, verdict, reasons, next } = assessment;
  return (
    <div className="flex flex-col gap-3">
      <dl className="grid grid-cols-2 gap-3">
        <Figure name="Superheat" value={superheat?.value} of="Evaporating at" at={evaporatingTempF} units={units} />
        <Figure name="Subcooling" value={subcooling?.value} of="Condensing at" at={condensingTempF} units={units} />
      </dl>
      <p>
        <VerdictBadge verdict={verdict} />
      </p>
      <ul className="flex flex-col gap-1 text-sm">
        {reasons.map((reason) => (
          <li key={reason} className="text-muted-foreground">
            {reason}
          </li>
        ))}
      </ul>
      {next.length > 0 && (
        <div className="text-sm">
          <h3 className="font-medium">Check next</h3>
          <ol className="list-decimal pl-5">
            {next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}

type FigureProps = { name: string; value: number | undefined; of: string; at: number | null; units: GaugeUnits };

function Figure({ name, value, of, at, units }: FigureProps) {
  return (
    <div className="rounded-md border border-border p-3">
      <dt className="text-muted-foreground text-sm">{name}</dt>
      <dd>
        <span className="tabular font-semibold text-xl">{degreesText(units, "difference", value)}</span>
        <span className="block text-muted-foreground text-xs">
          {of} {degreesText(units, "temperature", at)}
        </span>
      </dd>
    </div>
  );
}
