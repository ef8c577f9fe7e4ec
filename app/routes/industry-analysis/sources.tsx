import { Section } from "~/components/section";
import { type ComparedIndustry, sourcesOf } from "~/domain/industries/analysis";
import { SOURCES } from "~/domain/industries/figures";

/** The source of each figure, and what it counts. */
export function Sources({ industries }: { industries: readonly ComparedIndustry[] }) {
  const used = sourcesOf(industries);
  return (
    <Section
      title="Sources"
      description="Different sources count different people. A figure that none of them gives for an industry is left out."
    >
      {used.length === 0 ? (
        <p className="text-muted-foreground">No figures are published for these industries.</p>
      ) : (
        <ul className="flex max-w-3xl flex-col gap-4">
          {used.map((id) => {
            const { name, agency, period, counts, urls } = SOURCES[id];
            return (
              <li key={id}>
                <p className="font-medium">
                  {name}, {period}
                </p>
                <p className="text-muted-foreground text-sm">
                  {agency}. {counts}
                </p>
                <ul className="text-sm">
                  {urls.map((url) => (
                    <li key={url}>
                      <a href={url} rel="noreferrer" className="break-all text-link underline">
                        {url.replace("https://", "")}
                      </a>
                    </li>
                  ))}
                </ul>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
