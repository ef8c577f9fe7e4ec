import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { MailLink, PhoneLink } from "~/components/contact-link";
import { DescriptionList } from "~/components/description-list";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Plus } from "~/components/ui/icons";
import { formatClockRange, formatDuration } from "~/domain/shared/time/date-format";
import { zoneLabel } from "~/domain/shared/time/zone-search";
import { type DayAvailability, WEEK_FROM_MONDAY, WEEKDAY_LABELS, weekMinutes } from "~/domain/technicians/availability";
import type { TechnicianProfile } from "~/domain/technicians/detail.server";
import { TECHNICIAN_ADDRESS_LABELS } from "~/domain/technicians/technician";
import { paths } from "~/paths";
import { CertificationBadge } from "~/routes/technicians/shared/badges";

type Props = { technician: TechnicianProfile };

export function SkillsAndCertifications({ technician }: Props) {
  const { id, skills, certifications, today, rights } = technician;
  const add = rights.write && (
    <Button variant="outline" asChild size="sm">
      <Link to={paths.newCertification(id)} preventScrollReset>
        <Plus />
        Add certification
      </Link>
    </Button>
  );
  return (
    <Section title="Skills and certifications" action={add}>
      {skills.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5">
          {skills.map((skill) => (
            <li key={skill}>
              <Skill skill={skill} linked={rights.write} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-subtle-foreground">No skills listed.</p>
      )}
      <Card as="ul" className="divide-y divide-border empty:hidden">
        {certifications.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5">
            <div className="min-w-0">
              <p className="break-words font-medium">{one.name}</p>
              {one.number && <p className="text-muted-foreground text-sm tabular">{one.number}</p>}
            </div>
            <CertificationBadge state={one.state} expiresOn={one.expiresOn} today={today} />
          </li>
        ))}
      </Card>
    </Section>
  );
}

function Skill({ skill, linked }: { skill: string; linked: boolean }) {
  if (!linked) return <Badge>{skill}</Badge>;
  return (
    <Link to={paths.technicians({ skill })} className="rounded-full hover:underline" title={`Everyone with ${skill}`}>
      <Badge>{skill}</Badge>
    </Link>
  );
}

export function Hours({ technician }: Props) {
  const { availability, timeZone } = technician;
  return (
    <Section
      title="Weekly hours"
      description={`${formatDuration(weekMinutes(availability))}, ${zoneLabel(timeZone)} time`}
    >
      <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-1.5 tabular">
        {WEEK_FROM_MONDAY.map((day) => (
          <div key={day} className="contents">
            <dt className="text-muted-foreground">{WEEKDAY_LABELS[day]}</dt>
            <dd>{hoursText(availability[day])}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function hoursText({ available, start, end, breaks = [] }: DayAvailability): ReactNode {
  if (!available) return <span className="text-subtle-foreground">Day off</span>;
  const pauses = breaks.map((pause) => formatClockRange(pause.start, pause.end)).join(", ");
  return (
    <>
      {formatClockRange(start, end)}
      {end < start && " the next day"}
      {pauses && <span className="block text-muted-foreground text-sm">break {pauses}</span>}
    </>
  );
}

export function ContactFacts({ technician }: Props) {
  const { email, phone, hourlyRateMinor, yearsExperience, emergencyContact, addresses } = technician;
  const years = yearsExperience === 1 ? "1 year" : `${yearsExperience} years`;
  return (
    <Section title="Details">
      <DescriptionList
        facts={[
          { term: "Email", detail: <MailLink email={email} /> },
          { term: "Phone", detail: phone && <PhoneLink phone={phone} /> },
          {
            term: "Hourly rate",
            detail: hourlyRateMinor !== null && <MoneyText minor={hourlyRateMinor} />,
          },
          { term: "Experience", detail: yearsExperience !== null && years },
          {
            term: "Emergency contact",
            detail: emergencyContact && (
              <>
                {emergencyContact.name}, <PhoneLink phone={emergencyContact.phone} />
              </>
            ),
          },
          ...addresses.map((place) => ({
            term: TECHNICIAN_ADDRESS_LABELS[place.type],
            detail: [place.line1, place.line2, place.city, `${place.state} ${place.postalCode}`]
              .filter(Boolean)
              .join(", "),
          })),
        ]}
      />
    </Section>
  );
}
