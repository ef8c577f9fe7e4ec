import { useActionAnswer } from "~/lib/use-action-answer";
import { useFormRefusal } from "./session-ended";

interface RefusedActionProps {
  /** Intent of another form of the page, which shows its own refusals. */
  except?: string;
}

/** Why an action of the page was refused, for pages whose forms are single buttons without a place for their own errors. */
export function RefusedAction({ except }: RefusedActionProps) {
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  if (except !== undefined && lastResult?.initialValue?.intent === except) return null;
  // A single field's error is also repeated as the form's error.
  const texts = new Set(Object.values(lastResult?.error ?? {}).flatMap((errors) => errors ?? []));
  return (
    <>
      {texts.size > 0 && (
        <p role="alert" className="pb-3 font-medium text-bad">
          {[...texts].join(" ")}
        </p>
      )}
      {sessionEnded}
    </>
  );
}
