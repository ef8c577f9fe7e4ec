import { useLoaderData } from "@remix-run/react";
import { chooseConsent, useConsent } from "~/components/app-shell/choices";
import type { ShellHandle } from "~/components/app-shell/handle";
import { publicMeta } from "~/components/page-meta";
import { Card } from "~/components/ui/card";
import { pageLoader } from "~/http/page-loader";
import { consents } from "~/lib/shell-data";
import { cn } from "~/lib/utils";
import { LegalPage } from "~/routes/public/shared/legal-page";

export const loader = pageLoader(async () => (await import("~/content/legal/privacy")).privacy);

export const handle: ShellHandle = { roomy: true };

export const meta = () =>
  publicMeta(
    "Privacy Policy · Plenum",
    "What Plenum stores about you and your customers, where, for how long and for whom.",
  );

export default function Privacy() {
  return <LegalPage document={useLoaderData<typeof loader>()} extras={{ cookies: <ConsentChoice /> }} />;
}

const labels = { accepted: "Accept", rejected: "Reject" };
const answers = {
  accepted: "You accepted analytics cookies.",
  rejected: "You rejected analytics cookies.",
};

/** The cookie consent question again, for changing the answer. */
function ConsentChoice() {
  const consent = useConsent();
  return (
    <Card asChild>
      <fieldset className="mt-6 min-w-0 max-w-[68ch] p-4">
        <legend className="px-1 font-medium">Your answer</legend>
        <div className="inline-flex w-fit max-w-full gap-0.5 overflow-x-auto rounded-md border border-border bg-muted p-0.5">
          {consents.map((answer) => (
            <label
              key={answer}
              className={cn(
                "inline-flex h-[calc(var(--control-height)-6px)] flex-1 items-center justify-center whitespace-nowrap rounded-[6px] px-3",
                "font-medium text-muted-foreground has-checked:bg-card has-checked:text-foreground has-checked:ring-1 has-checked:ring-input",
                "has-focus-visible:outline-2 has-focus-visible:outline-ring",
              )}
            >
              <input
                type="radio"
                name="consent"
                className="sr-only"
                checked={consent === answer}
                onChange={() => chooseConsent(answer)}
              />
              {labels[answer]}
            </label>
          ))}
        </div>
        <p role="status" className="mt-3 text-muted-foreground text-sm">
          {consent ? answers[consent] : "You have not answered yet. Until you do, no analytics cookies are set."}
        </p>
      </fieldset>
    </Card>
  );
}
