import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { EmptyState } from "~/components/feedback/empty-state";
import { PageHeader } from "~/components/page-header";
import { RelativeTime } from "~/components/relative-time";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { MailOpen } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { readMailbox } from "~/domain/outbox/mailbox.server";
import { readTexts, type SentText } from "~/domain/outbox/texts.server";
import { notFound } from "~/domain/shared/errors";
import { formatPhone } from "~/domain/shared/text/phones";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

export const meta: MetaFunction = () => [{ title: "Mailbox · Plenum" }];

/** Emails of the embedded mailer, in local mode only: nothing was actually sent. */
export const loader = pageLoader(async ({ ctx }) => {
  if (!ctx.request.local) throw notFound();
  const [mails, texts] = await Promise.all([readMailbox(ctx), readTexts(ctx)]);
  return { now: ctx.now.getTime(), texts, mails: mails.map((mail) => ({ ...mail, link: ownPath(mail.links) })) };
});

/** The first link as a path of this server: the only clickable thing in an email here. */
function ownPath(links: readonly string[]): string | null {
  const [first] = links;
  if (!first || !URL.canParse(first)) return null;
  const { pathname, search } = new URL(first);
  return `${pathname}${search}`;
}

export default function Mailbox() {
  const { mails, texts, now } = useLoaderData<typeof loader>();
  return (
    <div className="mx-auto w-full max-w-3xl">
      <PageHeader
        title="Mailbox"
        count={mails.length}
        facts="What Plenum would send, newest first. Nothing leaves this machine."
      />
      {mails.length === 0 && (
        <EmptyState icon={MailOpen} title="No emails yet">
          Sign up, invite someone or request a new password, and the email appears here.
        </EmptyState>
      )}
      {texts.length > 0 && <Texts texts={texts} now={now} />}
      <ul className="flex flex-col gap-4">
        {mails.map((mail) => (
          <li key={mail.id} className="rounded-md border border-border p-4">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="font-semibold">{mail.subject}</h2>
              <span className="text-muted-foreground text-sm">
                <RelativeTime at={Date.parse(mail.sentAt)} now={now} />
              </span>
            </div>
            <p className="text-muted-foreground text-sm">
              To {mail.to}
              {mail.fromName && ` from ${mail.fromName}`}
              {mail.replyTo && `, reply to ${mail.replyTo}`}
            </p>
            <p className="mt-3 whitespace-pre-line break-words text-sm">{mail.text}</p>
            {mail.attachments.length > 0 && (
              <ul className="mt-3 flex flex-col gap-1 text-sm">
                {mail.attachments.map(({ fileName }, place) => (
                  <li key={fileName}>
                    <TextLink to={paths.devAttachment(mail.id, place)} reloadDocument>
                      {fileName}
                    </TextLink>
                  </li>
                ))}
              </ul>
            )}
            {mail.link && (
              <Button asChild variant="outline" className="mt-3">
                <a href={mail.link}>Open the link</a>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Text messages of the embedded adapter, with a field for replying as the customer. */
function Texts({ texts, now }: { texts: readonly SentText[]; now: number }) {
  return (
    <section aria-labelledby="texts" className="mb-8">
      <h2 id="texts" className="mb-3 font-semibold text-lg">
        Texts
      </h2>
      <ul className="flex flex-col gap-3">
        {texts.map(({ id, from, to, body, mediaUrl, sentAt }) => (
          <li key={id} className="rounded-md border border-border p-4">
            <p className="flex flex-wrap justify-between gap-x-4 text-muted-foreground text-sm">
              <span>
                To {formatPhone(to)} from {formatPhone(from)}
              </span>
              <RelativeTime at={Date.parse(sentAt)} now={now} />
            </p>
            <p className="mt-1 whitespace-pre-line break-words empty:hidden">{body}</p>
            {mediaUrl && (
              <img
                src={ownPath([mediaUrl]) ?? ""}
                alt="What goes with this text"
                className="mt-2 max-h-60 rounded-md border border-border"
              />
            )}
            <form
              method="post"
              action={paths.devTexts()}
              encType="multipart/form-data"
              className="mt-3 flex flex-wrap gap-2"
            >
              <input type="hidden" name="from" value={to} />
              <input type="hidden" name="to" value={from} />
              <Input
                name="body"
                className="min-w-0 flex-1 basis-60"
                aria-label={`Answer from ${formatPhone(to)}`}
                placeholder="Answer as the customer"
              />
              <Input
                type="file"
                name="picture"
                multiple
                className="min-w-0 flex-1 basis-60"
                aria-label={`Pictures from ${formatPhone(to)}`}
              />
              <Button type="submit" variant="outline">
                Answer
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </section>
  );
}
