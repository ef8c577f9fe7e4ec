import { formatPhone } from "~/domain/shared/phones";

const looks = "text-link underline-offset-4 hover:underline";

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone}`} className={`whitespace-nowrap tabular ${looks}`}>
      {formatPhone(phone)}
    </a>
  );
}

export function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className={`break-words ${looks}`}>
      {email}
    </a>
  );
}
