import { getZodConstraint } from "@conform-to/zod/v4";
import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { type ReactNode, useId, useState } from "react";
import { Avatar } from "~/components/ui/avatar";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Car, Check, CircleAlert, CircleCheck, Clock } from "~/components/ui/icons";
import { RadioGroupItem } from "~/components/ui/radio-group";
import { Textarea } from "~/components/ui/textarea";
import { formatMoney } from "~/domain/shared/money";
import { formatDateTime, formatLongDate, formatNearDay, formatTime } from "~/domain/shared/time/date-format";
import { formatArrivalWindow, intervalOf } from "~/domain/technicians/arrival-window";
import {
  customerSays,
  customerVisit,
  otherTimes,
  rateVisit,
  requestReschedule,
} from "~/domain/visits/customer-page.server";
import { CustomerWords, Rating, RescheduleRequest } from "~/domain/visits/schema";
import { STEP_LABELS, VISIT_STEPS } from "~/domain/visits/visit";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { useActionAnswer } from "~/lib/use-action-answer";
import { cn } from "~/lib/utils";
import { Contact, CustomerFrame } from "~/routes/customer-pages/shared/customer-frame";
import { usePeriodicReload } from "~/routes/customer-pages/shared/use-periodic-reload";
import { shellPaths } from "~/shell-paths";

export { BareErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Your visit · ${data.business.name}` : "This link doesn't work anymore" },
  { name: "robots", content: "noindex, nofollow" },
];

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const token = params.token ?? "";
  const moves = url.searchParams.has("move");
  const [visit, times] = await Promise.all([customerVisit(ctx, token), moves ? otherTimes(ctx, token) : null]);
  const { logo } = visit.business;
  return {
    ...visit,
    maxLengths: {
      body: getZodConstraint(CustomerWords).body?.maxLength,
      note: getZodConstraint(RescheduleRequest).note?.maxLength,
      comment: getZodConstraint(Rating).comment?.maxLength,
    },
    ...{ times, token, sent: url.searchParams.get("sent"), formKey: ctx.newToken() },
    business: { ...visit.business, logo: logo && shellPaths.visitLogo(token, logo) },
  };
});

export const action = formActions({
  say: formCase(CustomerWords, async ({ ctx, input, params }) => {
    await customerSays(ctx, params.token ?? "", input);
    return { done: "say", key: input.key };
  }),
  move: formCase(RescheduleRequest, async ({ ctx, input, params }) => {
    await requestReschedule(ctx, params.token ?? "", input);
    return { done: "move" };
  }),
  rate: formCase(Rating, async ({ ctx, input, params }) => {
    await rateVisit(ctx, params.token ?? "", input);
    return { done: "rate" };
  }),
});

// For two hours.
const RELOADS = { everyMs: 30_000, max: 240 };

type Answer = {
  done?: string;
  /** The key of the message sent. */
  key?: string;
  lastResult?: { error?: Record<string, string[] | null> | null; initialValue?: Record<string, unknown> | null };
};

/** A visit as shown to the customer: who comes, when, how far along they are, and messages to the office. */
export default function VisitPage() {
  const visit = useLoaderData<typeof loader>();
  const { business, customer, reference, title, address, state, notes, photos, token } = visit;
  usePeriodicReload(state !== "done" && state !== "cancelled", RELOADS);
  return (
    <CustomerFrame business={business} narrow>
      <header>
        <p className="text-muted-foreground">{customer ? `Hi ${customer}, this is your visit` : "Your visit"}</p>
        <h1 className="font-semibold text-2xl">{title}</h1>
        <p className="text-muted-foreground">
          {address} · {reference}
        </p>
      </header>
      <Standing />
      <Steps />
      <Move />
      <Rate />
      {visit.estimates.map((estimate) => (
        <Estimate key={estimate.token} {...estimate} />
      ))}
      {visit.invoice && <Invoice {...visit.invoice} />}
      {photos.length > 0 && (
        <Part title="Photos">
          <ul className="flex flex-wrap gap-2">
            {photos.map((id, index) => (
              <li key={id}>
                <a href={shellPaths.visitPhoto(token, id)}>
                  <img
                    src={shellPaths.visitPhoto(token, id)}
                    alt={`From your visit, ${index + 1} of ${photos.length}`}
                    loading="lazy"
                    className="size-28 rounded-md border border-border bg-muted object-cover"
                  />
                </a>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {notes.length > 0 && (
        <Part title="Notes">
          <ul className="flex flex-col gap-3">
            {notes.map(({ id, body, createdAt }) => (
              <li key={id}>
                <p className="whitespace-pre-line break-words">{body}</p>
                <p className="text-muted-foreground text-sm">{formatDateTime(createdAt, { zone: visit.zone })}</p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Talk />
      <Contact business={business} />
    </CustomerFrame>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" aria-label={title} className="p-5">
      <h2 className="mb-3 font-semibold text-lg">{title}</h2>
      {children}
    </Card>
  );
}

/** Who comes and when, in one sentence. */
function Standing() {
  const { state, technician, window, scheduledStart, completedAt, minutes, zone, now } = useLoaderData<typeof loader>();
  const interval = intervalOf(window);
  const day = (window?.start ?? scheduledStart) && formatNearDay(window?.start ?? scheduledStart ?? "", zone, now);
  const promised = interval
    ? formatArrivalWindow(interval, zone)
    : scheduledStart && `about ${formatTime(scheduledStart, zone)}`;
  const who = technician ?? "Our technician";
  const lines: Record<typeof state, { head: ReactNode; text: ReactNode }> = {
    unscheduled: { head: "Not scheduled yet", text: "We’ll let you know when your visit is scheduled." },
    scheduled: {
      head: day ? `${day}, ${promised}` : "Scheduled",
      text: technician ? `${technician} is your technician.` : "We’ll tell you who your technician is.",
    },
    on_the_way: {
      head: minutes === null ? `${who} is on the way` : `${who} is on the way, about ${minutes} minutes`,
      text: promised ? `Your arrival window is ${promised}.` : null,
    },
    arrived: { head: `${who} has arrived`, text: "Work is under way." },
    done: { head: "Done", text: completedAt ? `Finished ${formatDateTime(completedAt, { zone })}.` : null },
    on_hold: { head: "On hold", text: "The work is not finished yet. The office will call you about next steps." },
    cancelled: { head: "Canceled", text: "This visit was canceled. Call us if you did not expect that." },
  };
  const { head, text } = lines[state];
  return (
    <div aria-live="polite" className="flex items-center gap-4">
      {technician && <Avatar name={technician} size="large" />}
      <div>
        <p className="font-semibold text-xl">{head}</p>
        {text && <p className="text-muted-foreground">{text}</p>}
      </div>
    </div>
  );
}

const stepIcons = { scheduled: Clock, on_the_way: Car, arrived: Check, done: CircleCheck };

function Steps() {
  const { state } = useLoaderData<typeof loader>();
  const steps: readonly string[] = VISIT_STEPS;
  const at = steps.indexOf(state);
  if (at < 0) return null;
  return (
    <ol aria-label="Visit progress" className="grid grid-cols-4 gap-2">
      {VISIT_STEPS.map((step, index) => {
        const Icon = stepIcons[step];
        const isReached = index <= at;
        return (
          <li key={step} aria-current={index === at ? "step" : undefined} className="flex flex-col gap-1.5">
            <span className={cn("h-1.5 rounded-full", isReached ? "bg-link" : "bg-muted")} />
            <span
              className={cn(
                "flex flex-wrap items-center gap-1 text-sm",
                index === at ? "font-semibold" : "text-muted-foreground",
              )}
            >
              <Icon className="size-4 flex-none" />
              {STEP_LABELS[step]}
              {index < at && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The answer to one of the page's forms, named by its intent. */
function useAnswer(intent: "move" | "rate" | "say") {
  const answer = useActionAnswer<Answer>();
  const navigation = useNavigation();
  const refused = answer?.lastResult?.initialValue?.intent === intent ? answer.lastResult : null;
  const errors = Object.values(refused?.error ?? {}).flatMap((each) => each ?? []);
  const typed = (name: string) => {
    const value = refused?.initialValue?.[name];
    return typeof value === "string" ? value : undefined;
  };
  const isBusy = navigation.state === "submitting" && navigation.formData?.get("intent") === intent;
  const isDone = answer?.done === intent;
  return { isDone, sentKey: isDone ? answer.key : undefined, error: errors.join(" "), isBusy, typed };
}

/** The form's key for one message: kept through the page's reloads until that message is sent, so that it arrives once. */
function useKey(formKey: string, sentKey?: string): string {
  const [key, setKey] = useState(formKey);
  if (key === sentKey && key !== formKey) setKey(formKey);
  return key;
}

type AreaProps = {
  label: string;
  name: string;
  rows: number;
  maxLength?: number;
  required?: boolean;
  defaultValue?: string;
};

function Area({ label, ...rest }: AreaProps) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id}>{label}</label>
      <Textarea id={id} {...rest} />
    </div>
  );
}

function ErrorText({ children }: { children: string }) {
  if (!children) return null;
  return (
    <p role="alert" className="text-bad">
      {children}
    </p>
  );
}

/** Requests a different time. The office decides. */
function Move() {
  const { canMove, times, token, formKey, maxLengths } = useLoaderData<typeof loader>();
  const { isDone, error, isBusy, typed } = useAnswer("move");
  const key = useKey(formKey);
  if (!canMove) return null;
  if (isDone)
    return (
      <p role="status" className="flex items-center gap-2 text-ok">
        <CircleCheck className="size-5" />
        The office has your request and will confirm the new time. Until then your visit stays as it is.
      </p>
    );
  if (!times)
    return (
      <p>
        <a href={`${shellPaths.visitPage(token)}?move`} className="text-link underline underline-offset-4">
          Request a different time
        </a>
      </p>
    );
  return (
    <Part title="Request a different time">
      <Form method="post" className="flex flex-col gap-4">
        <input type="hidden" name="key" value={key} />
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-2">
            What time works for you? The office will confirm; nothing changes until then.
          </legend>
          {[...times, { start: "other", label: "A different time (see my note below)" }].map(({ start, label }) => (
            <label key={start} className="flex items-center gap-3 py-1.5">
              <RadioGroupItem name="start" value={start} required />
              {label}
            </label>
          ))}
        </fieldset>
        <Area
          label="Anything we should know"
          name="note"
          rows={2}
          maxLength={maxLengths.note}
          defaultValue={typed("note")}
        />
        <ErrorText>{error}</ErrorText>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="move" size="lg" loading={isBusy}>
            Send request
          </Button>
          <Button asChild variant="outline" size="lg">
            <a href={shellPaths.visitPage(token)}>Keep my visit</a>
          </Button>
        </div>
      </Form>
    </Part>
  );
}

const STARS = [5, 4, 3, 2, 1] as const;
const starText = { 1: "1 star, poor", 2: "2 stars", 3: "3 stars, fine", 4: "4 stars", 5: "5 stars, great" } as const;

function Rate() {
  const { canRate, rating, maxLengths } = useLoaderData<typeof loader>();
  const { error, isBusy, typed } = useAnswer("rate");
  if (!canRate && !rating) return null;
  if (rating)
    return (
      <p role="status" className="flex items-center gap-2">
        <CircleCheck className="size-5 flex-none text-ok" />
        You gave {rating.stars} of 5 stars. Thank you.
      </p>
    );
  return (
    <Part title="How did it go?">
      <Form method="post" className="flex flex-col gap-4">
        <fieldset className="flex flex-col gap-1">
          <legend className="sr-only">Stars</legend>
          {STARS.map((stars) => (
            <label key={stars} className="flex items-center gap-3 py-1">
              <RadioGroupItem name="stars" value={stars} required />
              {starText[stars]}
            </label>
          ))}
        </fieldset>
        <Area
          label="A few words, if you like"
          name="comment"
          rows={2}
          maxLength={maxLengths.comment}
          defaultValue={typed("comment")}
        />
        <ErrorText>{error}</ErrorText>
        <Button type="submit" name="intent" value="rate" size="lg" loading={isBusy} className="self-start">
          Send rating
        </Button>
      </Form>
    </Part>
  );
}

type EstimateProps = ReturnType<typeof useLoaderData<typeof loader>>["estimates"][number];

function Estimate({ title, totalMinor, validUntil, token }: EstimateProps) {
  return (
    <Part title="Estimate">
      <p>
        {title}: {formatMoney(totalMinor)}
      </p>
      <p className="text-muted-foreground">Waiting for your approval until {formatLongDate(validUntil)}.</p>
      <Button asChild size="lg" variant="outline" className="mt-4">
        <a href={shellPaths.customerEstimate(token)}>Review estimate</a>
      </Button>
    </Part>
  );
}

type InvoiceProps = { number: number; paidMinor: number; balanceMinor: number; token: string | null };

function Invoice({ number, paidMinor, balanceMinor, token }: InvoiceProps) {
  const reference = `INV-${String(number).padStart(4, "0")}`;
  if (balanceMinor <= 0)
    return (
      <Part title="Invoice">
        <p className="flex items-center gap-2">
          <CircleCheck className="size-5 flex-none text-ok" />
          {paidMinor > 0 ? `${reference} is paid. Thank you.` : `Nothing is due on ${reference}.`}
        </p>
      </Part>
    );
  return (
    <Part title="Invoice">
      <p className="flex items-center gap-2">
        <CircleAlert className="size-5 flex-none text-warn" />
        {reference}: {formatMoney(balanceMinor)} due.{token === null && " The office will send you the invoice."}
      </p>
      {token && (
        <Button asChild size="lg" variant="outline" className="mt-4">
          <a href={shellPaths.customerInvoice(token)}>View and pay invoice</a>
        </Button>
      )}
    </Part>
  );
}

/** Messages between the customer and the office. */
function Talk() {
  const { messages, zone, business, token, formKey, maxLengths } = useLoaderData<typeof loader>();
  const { sentKey, error, isBusy, typed } = useAnswer("say");
  const key = useKey(formKey, sentKey);
  // The form is emptied by each message sent, and by nothing else.
  const [lastSent, setLastSent] = useState("");
  if (sentKey !== undefined && sentKey !== lastSent) setLastSent(sentKey);
  return (
    <Part title="Messages">
      {messages.length === 0 && (
        <p className="mb-4 text-muted-foreground">Write to {business.name} about this visit.</p>
      )}
      <ol className="mb-4 flex flex-col gap-3">
        {messages.map(({ seq, body, photoId, createdAt, by, isCustomer }) => (
          <li key={seq} className={cn("flex flex-col", isCustomer ? "items-end" : "items-start")}>
            <p className="text-muted-foreground text-sm">
              {isCustomer ? "You" : (by ?? business.name)}, {formatDateTime(createdAt, { zone })}
            </p>
            {photoId && (
              <a href={shellPaths.visitPhoto(token, photoId)} className="mb-1">
                <img
                  src={shellPaths.visitPhoto(token, photoId)}
                  alt={isCustomer ? "Your photo" : `Photo from ${by ?? business.name}`}
                  loading="lazy"
                  className="size-28 rounded-md border border-border bg-muted object-cover"
                />
              </a>
            )}
            {body && (
              <p
                className={cn(
                  "max-w-[90%] whitespace-pre-line break-words rounded-md px-3 py-2",
                  isCustomer ? "bg-accent" : "border border-border",
                )}
              >
                {body}
              </p>
            )}
          </li>
        ))}
      </ol>
      <Form method="post" className="flex flex-col gap-3" key={lastSent}>
        <input type="hidden" name="key" value={key} />
        <Area
          label="Your message"
          name="body"
          rows={3}
          maxLength={maxLengths.body}
          required
          defaultValue={typed("body")}
        />
        <ErrorText>{error}</ErrorText>
        <Button
          type="submit"
          name="intent"
          value="say"
          variant="outline"
          size="lg"
          loading={isBusy}
          className="self-start"
        >
          Send message
        </Button>
      </Form>
    </Part>
  );
}
