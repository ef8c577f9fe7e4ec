import { Section } from "~/components/section";

/** Findings as sentences computed from the figures. */
export function Findings({ findings }: { findings: readonly string[] }) {
  return (
    <Section title="What stands out" description="Computed from the figures on this page. No language model was used.">
      {findings.length > 0 ? (
        <ul className="flex max-w-3xl list-disc flex-col gap-1.5 pl-5">
          {findings.map((finding) => (
            <li key={finding}>{finding}</li>
          ))}
        </ul>
      ) : (
        <p className="text-muted-foreground">Too little is published about these industries to compare them.</p>
      )}
    </Section>
  );
}
