import { ChevronDown } from "~/components/ui/icons";
import { questions } from "~/content/landing";

export function Questions() {
  return (
    <section aria-labelledby="questions" className="grid gap-8 lg:grid-cols-[1fr_2fr]">
      <h2 id="questions" className="font-semibold text-foreground text-xl sm:text-2xl">
        Frequently asked questions
      </h2>
      <div className="border-border border-b">
        {questions.map((entry) => (
          <details key={entry.question} className="group border-border border-t">
            <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between gap-4 py-3 font-medium text-base text-foreground [&::-webkit-details-marker]:hidden">
              {entry.question}
              <ChevronDown
                aria-hidden
                className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
              />
            </summary>
            <p className="max-w-[60ch] pb-4 text-base text-muted-foreground">{entry.answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
