import { useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { ConfirmDialog } from "~/components/feedback/confirm-dialog";
import { FormActions } from "~/components/forms/form-actions";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { useEdits } from "~/components/voice/use-edits";
import { useSound } from "~/components/voice/use-sound";
import { bookingConflict } from "~/components/work-orders/refusal";
import type { SpokenDraft } from "~/domain/voice/sessions/draft-view";
import type { MadeWorkOrder, Session } from "~/domain/voice/sessions/find.server";
import type { DraftEdit } from "~/domain/voice/sessions/schema";
import { MAX_DRAFTS } from "~/domain/voice/sessions/session";
import type { SpokenCustomer, spokenChoices } from "~/domain/work-orders/spoken-choices.server";
import { cn } from "~/lib/utils";
import { deleteRecordingOf } from "~/lib/voice/recordings";
import { askVoice, discardSession, refusalText } from "~/lib/voice/session-api";
import { paths } from "~/paths";
import { DraftCard, type DraftCardProps, type DraftRefusal } from "./draft-card";
import { blankDraft, changedFields, confirmedOf, type DraftForm, errorsAt, formOf, missingIn } from "./draft-form";
import { type DraftEdits, type KnownCustomers, readCustomers } from "./use-customers";

export type DraftsProps = {
  session: Session;
  /** The version being reviewed; if it is processed again, this version can no longer be created. */
  version: number;
  drafts: readonly SpokenDraft[];
  /** Corrections so far, from this tab or another. */
  edits: DraftEdits;
  choices: Awaited<ReturnType<typeof spokenChoices>>;
  /** Limits of the work order's texts. */
  maxLengths: DraftCardProps["maxLengths"];
  /** Customers the drafts may refer to. */
  known: KnownCustomers;
  /** Work orders already created, if a later one of several was refused. */
  made: readonly MadeWorkOrder[];
};

const OFFLINE = "No connection. Nothing was created; what you entered stays here. Try again once you are connected.";

/** Each spoken job, to be corrected or excluded, and one button that creates them. */
export function Drafts(props: DraftsProps) {
  const { session, version, drafts: heard, edits, choices, maxLengths, known, made } = props;
  const revalidator = useRevalidator();
  const [customers, setCustomers] = useState<readonly SpokenCustomer[]>(known.customers);
  const draftEdits = useEdits<DraftEdit>({
    ...{ sessionId: session.id, of: "drafts", version, edits, onOutdated: revalidator.revalidate },
  });
  const byHand = draftEdits.places.filter((index) => index >= heard.length);
  const drafts = [...heard, ...byHand.map(blankDraft)];
  const forms = drafts.map(
    (draft): DraftForm => ({ ...formOf(draft, known.customers), ...draftEdits.fieldsOf(draft.index) }),
  );
  const [zones, setZones] = useState(known.zones);
  const [refusals, setRefusals] = useState<readonly DraftRefusal[]>([]);
  const [message, setMessage] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const [isDiscarding, setDiscarding] = useState(false);
  const cards = useRef<HTMLOListElement>(null);
  const sound = useSound(session.id);
  const navigate = useNavigate();
  const wanted = forms.filter(({ isLeftOut }) => !isLeftOut);

  const change = (form: DraftForm, next: (form: DraftForm) => DraftForm) =>
    draftEdits.edit(form.index, changedFields(form, next(form)));
  const know = (found: KnownCustomers) => {
    setCustomers((all) => [...all, ...found.customers.filter(({ id }) => all.every((one) => one.id !== id))]);
    setZones((all) => ({ ...all, names: { ...all.names, ...found.zones.names } }));
  };

  const strangers = forms
    .map(({ customerId }) => customerId)
    .filter((id) => id && !customers.some((one) => one.id === id));
  const absent = strangers.join(",");
  const learn = useRef(know);
  learn.current = know;
  // Customers chosen in another tab are not loaded here yet.
  useEffect(() => {
    if (absent !== "") void readCustomers(absent.split(",")).then((found) => found && learn.current(found));
  }, [absent]);

  function refuse(next: readonly DraftRefusal[], why: string): void {
    setRefusals(next);
    setMessage(why);
    requestAnimationFrame(() => cards.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
  }

  async function create(): Promise<void> {
    const missing = forms.map((form): DraftRefusal => ({ errors: missingIn(form), conflict: null }));
    if (missing.some(({ errors }) => Object.keys(errors).length > 0)) {
      return refuse(missing, "Some fields still need your input. Nothing was created yet.");
    }
    setSending(true);
    setMessage(null);
    setRefusals([]);
    const answer = await askVoice("POST", paths.apiVoiceSession(session.id, "create-work-order"), {
      body: { version, drafts: forms.map(confirmedOf) },
    });
    setSending(false);
    if (!answer) return setMessage(OFFLINE);
    if (answer.status < 300) {
      draftEdits.forget();
      await deleteRecordingOf(session.id);
      return revalidator.revalidate();
    }
    const refused = forms.map(
      (_, place): DraftRefusal => ({ errors: errorsAt(answer.body.fields, place), conflict: null }),
    );
    const conflict = bookingConflict(answer.body);
    // Work orders are created one after another, so a refusal concerns the first one not created yet.
    const at = forms.findIndex((form) => form === (wanted[made.length] ?? wanted[0]));
    refuse(
      refused.map((one, place) => (conflict && place === at ? { ...one, conflict } : one)),
      refusalText(answer),
    );
    // Processed again in another tab, or partly created: load the current state.
    revalidator.revalidate();
  }

  async function discard(): Promise<void> {
    const answer = await discardSession(session.id);
    if (!answer || answer.status >= 300) {
      setDiscarding(false);
      return setMessage(answer ? refusalText(answer) : OFFLINE);
    }
    draftEdits.forget();
    await deleteRecordingOf(session.id);
    navigate(paths.newWorkOrder());
  }

  return (
    <>
      {drafts.length === 0 && (
        <p role="status">
          No job was found in these words. Correct them above, add a work order by hand, or discard them and speak
          again.
        </p>
      )}
      <ol ref={cards} className="flex flex-col gap-6">
        {drafts.map((draft, place) => {
          const form = forms[place];
          return (
            form && (
              <li key={draft.index}>
                <DraftCard
                  {...{ draft, form, customers, zones, sound, place, maxLengths }}
                  count={drafts.length}
                  serviceTypes={choices.serviceTypes}
                  technicians={choices.technicians}
                  refusal={refusals[place] ?? NOTHING}
                  onChange={(next) => change(form, next)}
                  onRemove={isByHand(draft) && made.length === 0 ? () => void draftEdits.remove(draft.index) : null}
                  onKnow={know}
                />
              </li>
            )
          );
        })}
      </ol>
      {made.length === 0 && drafts.length < MAX_DRAFTS && (
        <Button variant="outline" className="self-start" onClick={() => void draftEdits.add()}>
          <Plus />
          Add a work order
        </Button>
      )}
      <p role="status" className={cn("text-sm", draftEdits.problem ? "font-medium text-bad" : "text-muted-foreground")}>
        {draftEdits.problem ?? STATES[draftEdits.state]}
      </p>
      {message && (
        <p role="alert" className="font-medium text-bad">
          {message}
        </p>
      )}
      <FormActions>
        {drafts.length > 0 && (
          <Button variant="default" loading={isSending} disabled={wanted.length === 0} onClick={() => void create()}>
            {wanted.length === 1 ? "Create 1 work order" : `Create ${wanted.length} work orders`}
          </Button>
        )}
        {made.length === 0 && (
          <Button variant="outline" onClick={() => setDiscarding(true)}>
            Discard
          </Button>
        )}
      </FormActions>
      {isDiscarding && (
        <ConfirmDialog
          open
          onOpenChange={() => setDiscarding(false)}
          title="Discard these drafts?"
          confirm="Discard"
          cancel="Keep it"
          onConfirm={() => void discard()}
        >
          The words and the recording are deleted. No work order is created.
        </ConfirmDialog>
      )}
    </>
  );
}

const STATES = {
  saving: "Saving changes...",
  unsaved: null,
  saved: "Changes are saved. Nothing is created yet.",
  untouched: null,
};

const isByHand = ({ words }: SpokenDraft) => words === "";

const NOTHING: DraftRefusal = { errors: {}, conflict: null };
