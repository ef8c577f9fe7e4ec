import { MailLink, PhoneLink } from "~/components/contact-link";
import { DescriptionList } from "~/components/description-list";
import { Section } from "~/components/section";
import { Card } from "~/components/ui/card";
import type { CustomerRow } from "~/domain/customers/schema";

/** How to reach the customer, and an emergency contact. */
export function ContactFacts({ customer }: { customer: CustomerRow }) {
  const { phone, email, emergencyContactName, emergencyContactPhone } = customer;
  const emergency = emergencyContactName && emergencyContactPhone && (
    <>
      {emergencyContactName}, <PhoneLink phone={emergencyContactPhone} />
    </>
  );
  return (
    <Section title="Contact">
      <Card className="px-4 py-1">
        <DescriptionList
          facts={[
            { term: "Phone", detail: phone && <PhoneLink phone={phone} /> },
            { term: "Email", detail: email && <MailLink email={email} /> },
            { term: "Emergency contact", detail: emergency },
          ]}
        />
      </Card>
    </Section>
  );
}
