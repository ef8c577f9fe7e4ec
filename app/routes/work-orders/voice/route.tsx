import { getZodConstraint } from "@conform-to/zod/v4";
import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData, useNavigate, useRevalidator } from "@remix-run/react";
import { ErrorState } from "~/components/feedback/error-state";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Skeleton } from "~/components/ui/skeleton";
import { Spinner } from "~/components/ui/spinner";
import { HeardWords } from "~/components/voice/heard-words";
import { ReadAgain } from "~/components/voice/read-again";
import { SayAgain } from "~/components/voice/say-again";
import { useSessionChanges } from "~/components/voice/use-session-changes";
import { voiceSession } from "~/domain/voice/sessions/find.server";
import { previewActions } from "~/domain/voice/sessions/review.server";
import { CreateWorkOrder } from "~/domain/work-orders/schema";
import { spokenChoices } from "~/domain/work-orders/spoken-choices.server";
import { pageLoader } from "~/http/page-loader";
import { refusable } from "~/http/refusable";
import { useRetry } from "~/lib/live/use-retry";
import { paths } from "~/paths";
import { Drafts, type DraftsProps } from "./drafts";
import { useCustomers } from "./use-customers";

export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Spoken work orders · Plenum" }];

/** A voice session and the work orders it would create. Nothing is saved before they are created here. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const id = params.sessionId ?? "";
  const [session, { answer: preview }, choices] = await Promise.all([
    voiceSession(ctx, id),
    refusable(previewActions(ctx, id), ["conflict"]),
    spokenChoices(ctx),
  ]);
  // Sessions about a job are confirmed on the job's screen.
  if (session.workOrderId) throw redirect(paths.technicianWorkOrder(session.workOrderId));
  const { version = 0, drafts = [], edits = { revision: 0, places: [] } } = preview ?? {};
  const { title, overrideReason } = getZodConstraint(CreateWorkOrder);
  const maxLengths = { title: title?.maxLength, overrideReason: overrideReason?.maxLength };
  return { session, version, drafts, edits, choices, maxLengths };
});

export default function SpokenWorkOrders() {
  const { session, version, drafts, edits, choices, maxLengths } = useLoaderData<typeof loader>();
  const { id, state, transcript, problem, result } = session;
  const revalidator = useRevalidator();
  const navigate = useNavigate();
  const isOpen = state !== "confirmed" && state !== "discarded" && state !== "expired";
  useSessionChanges(id, { isOpen, revision: session.revision, onChange: revalidator.revalidate });
  useRetry(state === "processing");
  const made = result && "workOrders" in result ? result.workOrders : [];
  return (
    <div className="flex max-w-3xl flex-col gap-8">
      <PageHeader title="Spoken work orders" facts={FACTS[state]} />
      {made.length > 0 && <Made workOrders={made} />}
      {transcript && (
        <Section title="Transcript">
          <HeardWords transcript={transcript} />
        </Section>
      )}
      {state === "processing" && (
        <p role="status" className="flex items-center gap-3">
          <Spinner />
          Processing what you said...
        </p>
      )}
      {isOpen && state !== "processing" && made.length === 0 && (
        <SayAgain
          // A correction made in another tab becomes the text to correct here.
          key={transcript?.text}
          sessionId={id}
          text={transcript?.text ?? ""}
          problem={problem?.message ?? null}
          isRead={state === "needs_review"}
          hint="Type it with the customer’s name and the day."
          onRead={revalidator.revalidate}
        />
      )}
      {state === "needs_review" && (
        <Review key={version} {...{ session, version, drafts, edits, choices, maxLengths, made }} />
      )}
      {state === "expired" && <ReadAgain sessionId={id} onRead={(again) => navigate(paths.spokenWorkOrders(again))} />}
      {!isOpen && (
        <div>
          <Button variant="outline" asChild>
            <Link to={paths.newWorkOrder()}>New work order</Link>
          </Button>
        </div>
      )}
    </div>
  );
}

/** Shows the drafts once the possible customers are loaded. */
function Review(props: Omit<DraftsProps, "known">) {
  const { known, read } = useCustomers(props.drafts, props.edits);
  if (known) return <Drafts {...props} known={known} />;
  if (known === null) {
    return (
      <ErrorState
        title="The customers could not be loaded"
        action={
          <Button variant="outline" onClick={read}>
            Try again
          </Button>
        }
      >
        The transcript is still here. No work order was created.
      </ErrorState>
    );
  }
  return (
    <div role="status" aria-label="Finding the customers" className="flex flex-col gap-6">
      {props.drafts.map(({ index }) => (
        <Skeleton key={index} className="h-96" />
      ))}
    </div>
  );
}

const FACTS = {
  created: "Nothing recorded yet.",
  listening: "Not processed yet.",
  processing: "Processing.",
  needs_review: "Nothing is saved until you create it.",
  confirmed: "Confirmed. The transcript is saved with the job.",
  discarded: "Discarded. Nothing was saved.",
  expired: "Expired: no one confirmed it within a day. Nothing was saved.",
} as const;

function Made({ workOrders }: { workOrders: readonly { number: number; reference: string }[] }) {
  return (
    <Section title={workOrders.length === 1 ? "1 work order created" : `${workOrders.length} work orders created`}>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {workOrders.map(({ number, reference }) => (
          <li key={number}>
            <TextLink to={paths.workOrder(number)}>{reference}</TextLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}
