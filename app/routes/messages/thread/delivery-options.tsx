import { useLoaderData } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "~/components/ui/dropdown-menu";
import { ChevronDown } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { formatPhone } from "~/domain/shared/text/phones";
import type { loader } from "./route";
import type { CustomerChannel } from "./use-outgoing";

type Channels = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["channels"]>;

type DeliveryOptionsProps = {
  threadId: string;
  channels: Channels;
  channel: CustomerChannel;
  setChannel: (channel: CustomerChannel) => void;
  now: boolean;
  setNow: (now: boolean) => void;
  /** The message's form, which the channel belongs to. */
  formId: string;
  /** Called with a template whose placeholders are filled in, to add to what is written. */
  onTemplate: (text: string) => void;
};

/** Channels for reaching the customer, and the business's message templates. */
export function DeliveryOptions({
  channels,
  channel,
  setChannel,
  now,
  setNow,
  formId,
  onTemplate,
}: DeliveryOptionsProps) {
  const { thread } = useLoaderData<typeof loader>();
  const options: { value: CustomerChannel; label: string; problem: string | null }[] = [
    {
      value: "text",
      label: channels.text.to ? `Text to ${formatPhone(channels.text.to)}` : "Text",
      problem: channels.text.problem,
    },
    {
      value: "mail",
      label: channels.mail.to ? `Email to ${channels.mail.to}` : "Email",
      problem: channels.mail.problem,
    },
    {
      value: "page",
      label: "Visit page only",
      problem: thread.workOrder ? null : "There is no visit page without a job",
    },
  ];
  const chosen = options.find(({ value }) => value === channel);
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <label className="flex min-w-0 items-center gap-2">
          <span className="text-muted-foreground">By</span>
          <select
            form={formId}
            name="channel"
            value={channel}
            onChange={({ target }) => setChannel(options.find(({ value }) => value === target.value)?.value ?? "page")}
            className="min-h-8 min-w-0 max-w-64 truncate rounded-md border border-input bg-card px-2 touch:min-h-10"
          >
            {options.map(({ value, label, problem }) => (
              <option key={value} value={value} disabled={problem !== null}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {channel !== "page" && (
          <label className="flex items-center gap-2">
            <Checkbox form={formId} name="now" checked={now} onChange={({ target }) => setNow(target.checked)} />
            Send now, even during quiet hours
          </label>
        )}
        <Templates onTemplate={onTemplate} />
        <Consent channels={channels} />
      </div>
      {options
        .filter(({ problem, value }) => problem && value !== "page")
        .map(({ value, problem }) => (
          <p key={value} className="text-muted-foreground text-xs">
            {value === "text" ? "Text" : "Email"}: {problem}.
          </p>
        ))}
      {chosen?.problem && <ErrorLine>{chosen.problem}</ErrorLine>}
    </div>
  );
}

interface Filled {
  done?: boolean;
  templates?: { key: string; label: string; text: string }[];
}

/** A click inserts a template into the field, where it can be reviewed before sending. */
function Templates({ onTemplate }: Pick<DeliveryOptionsProps, "onTemplate">) {
  const { thread } = useLoaderData<typeof loader>();
  const { fetcher, busy, error, sessionEnded } = useInlineForm<Filled>();
  if (!thread.workOrder) return null;
  const items = fetcher.data?.templates;
  if (!items)
    return (
      <>
        <Button
          variant="outline"
          size="sm"
          loading={busy}
          onClick={() => fetcher.submit({ intent: "templates" }, { method: "post" })}
        >
          Templates
          <ChevronDown />
        </Button>
        {error && <ErrorLine>{error}</ErrorLine>}
        {sessionEnded}
      </>
    );
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="sm">
          Templates
          <ChevronDown />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent aria-label="Templates">
        {items.map(({ key, label, text }) => (
          <DropdownMenuItem key={key} onClick={() => onTemplate(text)}>
            {label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/** The customer's consent to messages. */
function Consent({ channels }: { channels: Channels }) {
  return (
    <>
      {channels.text.to && (
        <ConsentForm channel="text" allowed={!channels.textsAllowed}>
          {channels.textsAllowed ? "Mark as opted out of texts" : "Allow texts again"}
        </ConsentForm>
      )}
      {channels.mail.to && (
        <ConsentForm channel="mail" allowed={!channels.mailsAllowed}>
          {channels.mailsAllowed ? "Mark as opted out of emails" : "Allow emails again"}
        </ConsentForm>
      )}
    </>
  );
}

type ConsentFormProps = { channel: "text" | "mail"; allowed: boolean; children: string };

function ConsentForm({ channel, allowed, children }: ConsentFormProps) {
  const { formKey } = useLoaderData<typeof loader>();
  const { fetcher, form, busy, error, sessionEnded } = useInlineForm();
  return (
    <fetcher.Form ref={form} method="post" className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="channel" value={channel} />
      <input type="hidden" name="allowed" value={String(allowed)} />
      <input type="hidden" name="idempotencyKey" value={`${formKey}-consent-${channel}-${allowed}`} />
      <Button type="submit" variant="link" size="sm" name="intent" value="consent" loading={busy}>
        {children}
      </Button>
      {error && <ErrorLine>{error}</ErrorLine>}
      {sessionEnded}
    </fetcher.Form>
  );
}
