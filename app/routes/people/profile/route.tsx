import { getZodConstraint } from "@conform-to/zod/v4";
import { data, type MetaFunction } from "@remix-run/cloudflare";
import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { AvatarName } from "~/components/avatar-name";
import { DescriptionList } from "~/components/description-list";
import { RefusedAction } from "~/components/feedback/refused-action";
import { PageHeader } from "~/components/page-header";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Download } from "~/components/ui/icons";
import { cancelDeletion, ownDeletion } from "~/domain/account-deletion/request.server";
import { ownPasskeys } from "~/domain/auth/passkeys/change.server";
import { changePassword } from "~/domain/auth/password/change-password.server";
import { ownProfile, ownSessions } from "~/domain/auth/profile.server";
import { ChangePassword, Names, OwnGaugeUnits, OwnTimeZone } from "~/domain/auth/schema";
import { ownSecondStep } from "~/domain/auth/second-step/change.server";
import { keepOwnSecondStep } from "~/domain/auth/second-step/lost.server";
import { ownSecurityEvents } from "~/domain/auth/security-events.server";
import { deleteCalendarFeed, ownCalendarFeeds } from "~/domain/calendar-feeds/change.server";
import { CalendarFeedId } from "~/domain/calendar-feeds/schema";
import { PlaceSharingForm } from "~/domain/maps/schema";
import { placeSharing, setPlaceSharing } from "~/domain/maps/technician-places.server";
import { listOwnDeadLetters, retryOwnDeadLetter } from "~/domain/outbox/dead-letters.server";
import { DeliveryId } from "~/domain/outbox/schema";
import { renameSelf, setOwnGaugeUnits, setOwnTimeZone } from "~/domain/people/own-profile.server";
import { ownPushDevices, removePushDevice } from "~/domain/push/devices.server";
import { Nothing, RecordId } from "~/domain/shared/fields";
import { householdZone } from "~/domain/shared/time/household-day";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { clientInfo, sessionHeaders } from "~/http/sign-in.server";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { CalendarFeeds } from "./calendar-feeds";
import { FailedDeliveries } from "./failed-deliveries";
import { GaugeUnitsForm } from "./gauge-units-form";
import { Leaving } from "./leaving";
import { NameForm } from "./name-form";
import { Passkeys } from "./passkeys";
import { PasswordForm } from "./password-form";
import { PlaceSharing } from "./place-sharing";
import { PushDevices } from "./push-devices";
import { Sessions } from "./sessions";
import { SignInHistory } from "./sign-in-history";
import { TimeZoneForm } from "./time-zone-form";
import { TwoStep } from "./two-step";

export { clientAction } from "~/lib/client-action";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "My account · Plenum" }];

export const loader = memberLoader(async ({ ctx }) => {
  const profile = ownProfile(ctx);
  const [deletion, sessions, events, { letters }, twoStep, passkeys, calendars, place, push] = await Promise.all([
    ownDeletion(ctx),
    ownSessions(ctx),
    ownSecurityEvents(ctx),
    listOwnDeadLetters(ctx),
    ownSecondStep(ctx),
    ownPasskeys(ctx),
    profile.organization ? ownCalendarFeeds(ctx) : [],
    placeSharing(ctx),
    ownPushDevices(ctx),
  ]);
  return {
    ...{ profile, deletion, sessions, events, letters, twoStep, passkeys, calendars, place, push },
    now: ctx.now.getTime(),
    nameConstraint: getZodConstraint(Names),
    passwordConstraint: getZodConstraint(ChangePassword),
    zoneConstraint: getZodConstraint(OwnTimeZone),
    fallbackZone: householdZone(ctx),
    zones: [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", householdZone(ctx)])].sort(),
    formKey: ctx.newId(),
    zoneKey: ctx.newId(),
    unitsConstraint: getZodConstraint(OwnGaugeUnits),
    unitsKey: ctx.newId(),
    placeKey: ctx.newId(),
  };
});

export const action = formActions({
  name: formCase(Names, async ({ ctx, input, request }) => {
    await renameSelf(ctx, input);
    return redirectWithToast(request, paths.profile(), { tone: "success", text: "Your name is saved." });
  }),
  zone: formCase(OwnTimeZone, async ({ ctx, input, request }) => {
    await setOwnTimeZone(ctx, input);
    return redirectWithToast(request, paths.profile(), { tone: "success", text: "Your time zone is saved." });
  }),
  units: formCase(OwnGaugeUnits, async ({ ctx, input, request }) => {
    await setOwnGaugeUnits(ctx, input);
    return redirectWithToast(request, paths.profile(), { tone: "success", text: "Your units are saved." });
  }),
  place: formCase(PlaceSharingForm, async ({ ctx, input, request }) => {
    const { shares } = await setPlaceSharing(ctx, input.shares);
    const text = shares
      ? "You are sharing your location while you work."
      : "Your location is no longer shared and was deleted.";
    return redirectWithToast(request, paths.profile(), { tone: "success", text });
  }),
  password: formCase(ChangePassword, async ({ ctx, input, request }) => {
    const session = await changePassword(ctx, input, clientInfo(request, ctx));
    return data({ passwordChanged: true }, { headers: sessionHeaders(request, session) });
  }),
  calendar: formCase(CalendarFeedId, async ({ ctx, input, request }) => {
    await deleteCalendarFeed(ctx, input.id);
    return redirectWithToast(request, paths.profile(), { tone: "success", text: "The calendar is turned off." });
  }),
  push: formCase(RecordId, async ({ ctx, input, request }) => {
    await removePushDevice(ctx, input.id);
    const text = "That device is no longer notified.";
    return redirectWithToast(request, paths.profile(), { tone: "success", text });
  }),
  retry: formCase(DeliveryId, async ({ ctx, input, request }) => {
    await retryOwnDeadLetter(ctx, input.id);
    return redirectWithToast(request, paths.profile(), { tone: "success", text: "Retrying." });
  }),
  keep: formCase(Nothing, async ({ ctx, request }) => {
    await cancelDeletion(ctx);
    return redirectWithToast(request, paths.profile(), { tone: "success", text: "Your account won't be deleted." });
  }),
  keepTwoStep: formCase(Nothing, async ({ ctx, request }) => {
    await keepOwnSecondStep(ctx);
    return redirectWithToast(request, paths.profile(), { tone: "success", text: "Two-step verification stays on." });
  }),
});

/** Forms of single buttons, which have no place for their own errors. */
const BUTTONS: readonly unknown[] = ["place", "calendar", "push", "retry", "keep", "keepTwoStep"];

export default function Profile() {
  const data = useLoaderData<typeof loader>();
  const { profile, deletion, sessions, events, letters, now, nameConstraint, passwordConstraint, formKey } = data;
  const answer = useActionAnswer<typeof action>();
  const refused = answer && "lastResult" in answer ? answer.lastResult.initialValue?.intent : null;
  return (
    <div className="flex max-w-4xl flex-col gap-8">
      <PageHeader
        title="My account"
        facts={<AvatarName name={`${profile.firstName} ${profile.lastName}`} detail={profile.email} />}
      />
      {BUTTONS.includes(refused) && <RefusedAction />}
      <Section title="Name" description={profile.organization ? "Shown to coworkers on jobs and notes." : undefined}>
        <NameForm profile={profile} constraint={nameConstraint} formKey={formKey} />
      </Section>
      <Section title="Time zone" description="Sets what counts as today, this month and late in your own finances.">
        <TimeZoneForm
          timeZone={profile.timeZone}
          fallback={data.fallbackZone}
          zones={data.zones}
          constraint={data.zoneConstraint}
          formKey={data.zoneKey}
        />
      </Section>
      {profile.organization && (
        <Section title="Units of readings" description="What your gauges, probes and scale show.">
          <GaugeUnitsForm units={profile.gaugeUnits} constraint={data.unitsConstraint} formKey={data.unitsKey} />
        </Section>
      )}
      {profile.organization && (
        <Section
          title="Calendars"
          description="Your jobs in Google Calendar, Apple Calendar or Outlook. They update with every change."
        >
          <CalendarFeeds feeds={data.calendars} now={now} />
        </Section>
      )}
      {profile.organization && data.push.publicKey && (
        <Section
          title="Reminders on your devices"
          description="Notifications of due to-dos, in addition to email. They show the title and nothing else, and stop when you sign out."
        >
          <PushDevices devices={data.push.devices} publicKey={data.push.publicKey} now={now} />
        </Section>
      )}
      {data.place.isTechnician && (
        <Section title="Location sharing" description="Whether the office can see your location.">
          <PlaceSharing shares={data.place.shares} formKey={data.placeKey} />
        </Section>
      )}
      <Section title="Password" description="Changing it signs out every other device at once.">
        <PasswordForm
          email={profile.email}
          constraint={passwordConstraint}
          changed={answer !== undefined && "passwordChanged" in answer}
        />
      </Section>
      <Section
        title="Passkeys"
        description="Sign in with your finger, your face or the PIN of your device. No other site can use them."
      >
        <Passkeys passkeys={data.passkeys} now={now} fallbackZone={data.fallbackZone} />
      </Section>
      <Section
        title="Two-step verification"
        description="Signing in requires your password and a code from your phone, or a passkey. Your password alone is not enough."
      >
        <TwoStep {...data.twoStep} zone={data.fallbackZone} />
      </Section>
      {letters.length > 0 && (
        <Section title="Failed deliveries" description="Retried for two hours without success.">
          <FailedDeliveries letters={letters} now={now} formKey={formKey} />
        </Section>
      )}
      <Section
        title="Active sessions"
        description="Sessions end after 12 hours without use. You can have 20 at a time; another sign-in ends the one unused the longest."
      >
        <Sessions sessions={sessions} now={now} />
      </Section>
      <Section title="Sign-in history" description="If you don't recognize something here, change your password.">
        <SignInHistory events={events} now={now} />
      </Section>
      <Section title="Your data" description="Your account, plan, accounts and transactions as a file you can keep.">
        <div>
          <Button asChild variant="outline">
            <Link to={paths.householdExport()}>
              <Download aria-hidden="true" />
              Export everything
            </Link>
          </Button>
        </div>
      </Section>
      <Section title="Roles" description="What you can do in the business. An Admin can change your roles.">
        <Card className="px-4 py-1">
          <DescriptionList
            facts={[
              { term: "Business", detail: profile.organization?.name ?? "None (household account)" },
              {
                term: "Roles",
                detail: profile.roles.length > 0 && (
                  <span className="flex flex-wrap gap-2">
                    {profile.roles.map((role) => (
                      <Badge key={role} tone="info">
                        {role}
                      </Badge>
                    ))}
                  </span>
                ),
              },
              { term: "Email", detail: profile.email },
            ]}
          />
        </Card>
      </Section>
      <Section
        title={profile.organization ? "Leave the business" : "Delete account"}
        description={
          profile.organization
            ? "You keep your household. Once you have left, you can delete your account as well."
            : "Deletes your household and your account."
        }
      >
        <Leaving
          business={profile.organization?.name ?? null}
          deletion={deletion}
          zone={profile.timeZone ?? data.fallbackZone}
        />
      </Section>
      <Outlet />
    </div>
  );
}
