import { Form, Link, useNavigate } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { VectorMap } from "~/components/map/vector-map";
import { PageHeader } from "~/components/page-header";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { CircleCheck, MapPin } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { US_STATES } from "~/domain/addresses/address";
import { type CoveredArea, coverageText, shadesOf } from "~/domain/maps/coverage";
import type { publicCoverage } from "~/domain/maps/coverage.server";
import { cn } from "~/lib/utils";
import { paths } from "~/paths";

type Coverage = Awaited<ReturnType<typeof publicCoverage>>;

const stateNames: Record<string, string> = US_STATES;

interface CoverageViewProps {
  title: string;
  coverage: Coverage;
  isGuest: boolean;
  /** The ZIP code searched for. */
  zip?: string;
}

/** Public view of where businesses on Plenum work: the number of properties by county and ZIP code. */
export function CoverageView({ title, coverage, isGuest, zip }: CoverageViewProps) {
  const { state, states, counties, zips, county, found, isComplete } = coverage;
  const navigate = useNavigate();
  const href = (change: { state?: string | null; county?: string | null }) => paths.map({ state, ...change });
  const chosen = counties.find(({ code }) => code === county);
  return (
    <>
      <PageHeader
        title={title}
        facts={
          <span>
            Properties served by heating and cooling businesses on Plenum, by county and ZIP code.
            {isGuest && (
              <>
                {" "}
                <TextLink to={paths.login({ redirectTo: paths.map() })}>Sign in</TextLink> to see your own jobs.
              </>
            )}
          </span>
        }
      />
      {states.length > 0 && <ZipSearch zip={zip} found={found} isComplete={isComplete} />}
      {states.length > 0 && !isComplete && (
        <p role="status" className="mb-4 text-muted-foreground">
          Some properties can't be counted right now, so these numbers are too low.
        </p>
      )}
      {states.length === 0 || !state ? (
        <EmptyState icon={MapPin} title={isComplete ? "No area is covered yet" : "Coverage can't be shown right now"}>
          {isComplete
            ? "Once a business has service addresses, the counties and ZIP codes it serves show up here."
            : "Try again in a few minutes."}
        </EmptyState>
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <VectorMap
            label={`Coverage in ${stateNames[state] ?? state}`}
            pins={[]}
            states={[state]}
            shades={shadesOf(counties)}
            onSelectCounty={(fips) => navigate(href({ county: fips }), { preventScrollReset: true })}
            className="h-80 lg:h-[32rem]"
          />
          <div className="flex flex-col gap-6">
            {states.length > 1 && (
              <Areas
                title="States"
                areas={states.map((one) => ({ ...one, name: stateNames[one.code] ?? one.code }))}
                current={state}
                href={(code) => paths.map({ state: code })}
              />
            )}
            {counties.length > 0 && (
              <Areas title="Counties" areas={counties} current={county} href={(code) => href({ county: code })} />
            )}
            {zips.length > 0 && (
              <Areas title={chosen ? `ZIP codes in ${chosen.name} County` : "ZIP codes"} areas={zips} />
            )}
          </div>
        </div>
      )}
    </>
  );
}

interface AreasProps {
  title: string;
  areas: readonly CoveredArea[];
  current?: string | null;
  href?: (code: string) => string;
}

interface ZipSearchProps extends Pick<Coverage, "found" | "isComplete"> {
  zip?: string;
}

function ZipSearch({ zip = "", found, isComplete }: ZipSearchProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Form method="get" preventScrollReset className="flex items-center gap-2">
        <label htmlFor="zip">Is your ZIP code served?</label>
        <Input
          id="zip"
          name="zip"
          key={zip}
          defaultValue={zip}
          inputMode="numeric"
          autoComplete="postal-code"
          className="w-24 tabular"
        />
        <Button type="submit" variant="outline">
          Check
        </Button>
      </Form>
      {zip && (
        <p role="status" className="flex items-center gap-2">
          <Answer zip={zip} found={found} isComplete={isComplete} />
        </p>
      )}
    </div>
  );
}

function Answer({ zip, found, isComplete }: Required<ZipSearchProps>) {
  if (!/^\d{5}$/.test(zip)) return "A ZIP code has five digits.";
  if (!found && !isComplete) return `${zip} can't be checked right now. Try again in a few minutes.`;
  if (!found) return `No one on Plenum serves ${zip} yet.`;
  return (
    <>
      <CircleCheck className="size-4 shrink-0 text-ok" />
      {`${zip} is served: ${coverageText(found.sites)}.`}
    </>
  );
}

function Areas({ title, areas, current, href }: AreasProps) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 font-semibold text-base">{title}</h2>
      <Card as="ul" className="max-h-72 divide-y divide-border overflow-y-auto">
        {areas.map(({ code, name, sites }) => (
          <li
            key={code}
            className={cn("flex items-baseline justify-between gap-3 px-3 py-2", code === current && "bg-accent")}
          >
            {href ? (
              <Link
                to={href(code)}
                preventScrollReset
                aria-current={code === current ? "true" : undefined}
                className="text-link underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            ) : (
              <span className="tabular">{name}</span>
            )}
            <span className="text-right text-muted-foreground text-sm tabular">{coverageText(sites)}</span>
          </li>
        ))}
      </Card>
    </section>
  );
}
