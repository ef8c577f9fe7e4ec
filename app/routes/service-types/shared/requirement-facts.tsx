import { DescriptionList } from "~/components/description-list";
import { Badge } from "~/components/ui/badge";

type RequirementFactsProps = {
  serviceType: {
    skills: readonly string[];
    certifications: readonly string[];
    refrigerantWork: boolean;
    parts: readonly { name: string; quantity: number; inventoryItemId?: string | null }[];
  };
};

/** Skills and certifications a technician needs, and parts for the van. */
export function RequirementFacts({ serviceType }: RequirementFactsProps) {
  const { skills, certifications, refrigerantWork, parts } = serviceType;
  return (
    <DescriptionList
      facts={[
        { term: "Skills", detail: skills.length > 0 && <Words words={skills} /> },
        { term: "Certifications", detail: certifications.length > 0 && <Words words={certifications} /> },
        { term: "Refrigerant work", detail: refrigerantWork ? "Yes, EPA 608 required" : "No" },
        {
          term: "Parts",
          detail: parts.length > 0 && (
            <ul>
              {parts.map(({ name, quantity, inventoryItemId }) => (
                <li key={name}>
                  {quantity !== 1 && <span className="tabular">{quantity} × </span>}
                  {name}
                  {!inventoryItemId && <span className="text-muted-foreground text-sm"> (not linked to stock)</span>}
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

function Words({ words }: { words: readonly string[] }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {words.map((word) => (
        <Badge key={word}>{word}</Badge>
      ))}
    </span>
  );
}
