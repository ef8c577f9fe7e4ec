import { formatPhone } from "~/domain/shared/phones";

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone}`} className="contact">
      {formatPhone(phone)}
    </a>
  );
}

export function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className="contact wrap-anywhere">
      {email}
    </a>
  );
}
