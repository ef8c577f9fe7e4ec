import { Link } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { CircleAlert, EyeOff } from "~/components/ui/icons";
import { Spinner } from "~/components/ui/spinner";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import type { Message } from "~/domain/messages/detail.server";
import { paths } from "~/paths";

type PicturesProps = { threadId: string; pictures: Message["pictures"] };

/** Pictures sent by a customer: thumbnails that open large over the conversation. */
export function Pictures({ threadId, pictures }: PicturesProps) {
  const shown = pictures.filter(({ state }) => state === "stored" || state === "waiting");
  const others = pictures.filter(({ state }) => state === "refused" || state === "failed");
  return (
    <>
      {shown.length > 0 && (
        <ul className="my-1 flex flex-wrap gap-2">
          {shown.map(({ id, state }) => (
            <li key={id}>
              {state === "stored" ? (
                <Link
                  to={paths.threadPicture(threadId, id)}
                  preventScrollReset
                  className="block overflow-hidden rounded-md border border-border bg-muted hover:border-ring"
                >
                  <img
                    src={paths.incomingPicture(threadId, id)}
                    alt={`Sent by the customer, ${pictures.findIndex((each) => each.id === id) + 1} of ${pictures.length}`}
                    loading="lazy"
                    className={pictures.length === 1 ? "h-52 w-full max-w-80 object-cover" : "size-28 object-cover"}
                  />
                </Link>
              ) : (
                <span className="flex size-28 flex-col items-center justify-center gap-2 rounded-md bg-muted text-muted-foreground text-xs">
                  <Spinner />
                  On its way
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      {others.map((picture) => (
        <Unshown key={picture.id} {...picture} />
      ))}
    </>
  );
}

/** Why a picture is not shown; a failed one can be fetched again. */
function Unshown({ id, state, problem }: Message["pictures"][number]) {
  const { fetcher, form, busy, error, sessionEnded } = useInlineForm();
  const Icon = state === "failed" ? CircleAlert : EyeOff;
  return (
    <fetcher.Form ref={form} method="post" className="my-1 flex flex-wrap items-center gap-x-2 text-sm">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
      <span className="min-w-0">
        A picture is not shown: {problem} {error}
      </span>
      {state === "failed" && (
        <>
          <input type="hidden" name="pictureId" value={id} />
          <Button type="submit" name="intent" value="fetchAgain" variant="link" size="sm" loading={busy}>
            Try again
          </Button>
        </>
      )}
      {sessionEnded}
    </fetcher.Form>
  );
}
