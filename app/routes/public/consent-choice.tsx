import { chooseConsent, useConsent } from "~/components/app-shell/choices";
import { consents } from "~/lib/shell-data";

const words = { accepted: "Accept", rejected: "Reject" };
const answers = {
  accepted: "You accepted: visits may be counted.",
  rejected: "You rejected: your visits are not counted.",
};

/** The banner's question again, for whoever thinks better of the answer. */
export function ConsentChoice() {
  const consent = useConsent();
  return (
    <fieldset className="mt-6 min-w-0 max-w-[68ch] rounded-md border border-border bg-card p-4">
      <legend className="px-1 font-medium">Your answer</legend>
      <div className="segmented">
        {consents.map((answer) => (
          <label key={answer}>
            <input
              type="radio"
              name="consent"
              className="sr-only"
              checked={consent === answer}
              onChange={() => chooseConsent(answer)}
            />
            {words[answer]}
          </label>
        ))}
      </div>
      <p role="status" className="mt-3 text-muted-foreground text-sm">
        {consent ? answers[consent] : "You have not answered yet. Until you do, nothing is counted."}
      </p>
    </fieldset>
  );
}
