import { Form, Link } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { DateText } from "~/components/date-text";
import { FormSummary } from "~/components/forms/form-summary";
import { PasswordField } from "~/components/forms/password-field";
import { type FormConstraint, useActionForm } from "~/components/forms/use-action-form";
import { Section } from "~/components/section";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Ban, CircleAlert, CircleCheck, Clock, Download, FileUp, Hourglass } from "~/components/ui/icons";
import { Progress } from "~/components/ui/progress";
import {
  EXPORT_DAYS,
  EXPORT_STATUS_LABELS,
  type ExportView,
  isOpen,
  LINK_MINUTES,
  percentOf,
} from "~/domain/export/export";
import { formatBytes } from "~/domain/shared/limits";
import { counted } from "~/domain/shared/text/counted";
import type { exportActions } from "~/http/export-actions.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { useLookWhile } from "~/lib/use-look-while";

type ExportScreenProps = {
  exports: ExportView[];
  /** Path of the screen for restoring an export. */
  restorePath: string;
  /** What the file contains, in a sentence or two. */
  description: ReactNode;
  email: string;
  zone: string;
  constraint: FormConstraint<{ currentPassword: string }>;
};

const BADGES = {
  queued: { tone: "info", icon: Clock },
  running: { tone: "active", icon: Hourglass },
  ready: { tone: "ok", icon: CircleCheck },
  failed: { tone: "bad", icon: CircleAlert },
  canceled: { tone: "neutral", icon: Ban },
  expired: { tone: "neutral", icon: Clock },
} as const;

/** Starts an export of everything, shows its progress, and offers the download. */
export function ExportScreen({ exports, restorePath, description, email, zone, constraint }: ExportScreenProps) {
  const [latest, ...earlier] = exports;
  const making = latest !== undefined && isOpen(latest);
  useLookWhile(making);
  return (
    <div className="flex max-w-2xl flex-col gap-8 pt-6">
      <Section title="Export everything" description={description}>
        {latest && (making || latest.status === "ready" || latest.status === "failed") && (
          <Current row={latest} {...{ email, zone, constraint }} />
        )}
        {latest?.status === "ready" ? (
          <details>
            <summary className="min-h-11 cursor-pointer py-2 font-medium">Start a new export</summary>
            <div className="pt-2">
              <StartForm email={email} constraint={constraint} />
            </div>
          </details>
        ) : (
          !making && <StartForm email={email} constraint={constraint} />
        )}
      </Section>
      <Section title="Restore an export" description="Restore an export into a new, empty business or household.">
        <div>
          <Button asChild variant="outline">
            <Link to={restorePath}>
              <FileUp aria-hidden="true" />
              Restore an export
            </Link>
          </Button>
        </div>
      </Section>
      {(earlier.length > 0 || latest?.status === "canceled" || latest?.status === "expired") && (
        <Section title="Earlier exports">
          <ul className="divide-y divide-border">
            {(making || latest?.status === "ready" || latest?.status === "failed" ? earlier : exports).map((row) => (
              <li key={row.id} className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <DateText at={row.createdAt} zone={zone} year />
                <StatusBadge label={EXPORT_STATUS_LABELS[row.status]} {...BADGES[row.status]} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

type CurrentProps = Pick<ExportScreenProps, "email" | "zone" | "constraint"> & { row: ExportView };

function Current({ row, email, zone, constraint }: CurrentProps) {
  return (
    <Card className="flex flex-col gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">
          <DateText at={row.createdAt} zone={zone} year />
        </p>
        <StatusBadge label={EXPORT_STATUS_LABELS[row.status]} {...BADGES[row.status]} />
      </div>
      {isOpen(row) && <Making row={row} />}
      {row.status === "failed" && (
        <>
          <p role="alert">{row.problem} The part already written stays for a day.</p>
          <IntentForm intent="retry" id={row.id} label="Retry export" />
        </>
      )}
      {row.status === "ready" && (
        <>
          <p className="tabular text-muted-foreground">
            {facts(row)}. Available until {row.expiresAt && <DateText at={row.expiresAt} zone={zone} />}, then it is
            deleted.
          </p>
          <DownloadForm id={row.id} email={email} constraint={constraint} />
        </>
      )}
    </Card>
  );
}

const number = (value: number) => value.toLocaleString("en-US");
const facts = ({ rowCount, fileCount, bytes }: ExportView) =>
  `${counted(rowCount, "record")}, ${counted(fileCount, "file")}, ${formatBytes(bytes)}`;

function Making({ row }: { row: ExportView }) {
  const percent = percentOf(row);
  return (
    <>
      <Progress label="Progress of the export" value={percent ?? undefined} />
      <p aria-live="polite" className="tabular text-muted-foreground">
        {row.status === "queued" && percent === null
          ? "Waiting to start."
          : `${number(row.rowCount)} of ${number(row.rowTotal ?? 0)} records, ${number(row.fileCount)} files`}
      </p>
      <p className="text-muted-foreground">You can leave this page. An email tells you when the file is ready.</p>
      <IntentForm intent="cancel" id={row.id} label="Cancel export" />
    </>
  );
}

function IntentForm({ intent, id, label }: { intent: string; id: string; label: string }) {
  const { form, isSaving, sessionEnded } = useActionForm({ id: `${intent}-export`, intent, constraint: undefined });
  return (
    <Form method="post" id={form.id}>
      <FormSummary form={form} />
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <Button type="submit" variant="outline" loading={isSaving}>
        {label}
      </Button>
      {sessionEnded}
    </Form>
  );
}

type PasswordFormProps = Pick<ExportScreenProps, "email" | "constraint">;

function StartForm({ email, constraint }: PasswordFormProps) {
  const { form, fields, isSaving, sessionEnded } = useActionForm<{ currentPassword: string }>({
    ...{ id: "start-export", constraint, intent: "start" },
  });
  return (
    <Form method="post" id={form.id} className="flex max-w-sm flex-col gap-4">
      <FormSummary form={form} labels={{ currentPassword: "Current password" }} />
      <input type="hidden" name="intent" value="start" />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField
        field={fields.currentPassword}
        label="Current password"
        description={`The file is available for ${EXPORT_DAYS} days.`}
        autoComplete="current-password"
      />
      <div>
        <Button type="submit" loading={isSaving}>
          Start export
        </Button>
      </div>
      {sessionEnded}
    </Form>
  );
}

function DownloadForm({ id, email, constraint }: PasswordFormProps & { id: string }) {
  const { form, fields, isSaving, sessionEnded } = useActionForm<{ currentPassword: string }>({
    ...{ id: "download-export", constraint, intent: "download" },
  });
  const answer = useActionAnswer<ReturnType<typeof exportActions>>();
  const link = answer && "link" in answer ? answer.link : undefined;
  // A download does not replace the page, so the browser navigates to the link once it arrives.
  useEffect(() => {
    if (link) window.location.assign(link);
  }, [link]);
  return (
    <Form method="post" id={form.id} className="flex max-w-sm flex-col gap-4">
      <FormSummary form={form} labels={{ currentPassword: "Current password" }} />
      <input type="hidden" name="intent" value="download" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <PasswordField field={fields.currentPassword} label="Current password" autoComplete="current-password" />
      <div>
        <Button type="submit" loading={isSaving}>
          <Download aria-hidden="true" />
          Download export
        </Button>
      </div>
      {link && (
        <p role="status">
          The download has started.{" "}
          <a href={link} download className="text-link underline">
            Download it again
          </a>{" "}
          if it was interrupted. The link works for {LINK_MINUTES} minutes.
        </p>
      )}
      {sessionEnded}
    </Form>
  );
}
