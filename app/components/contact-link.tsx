import { formatPhone } from "~/domain/shared/text/phones";
import { cn } from "~/lib/utils";

const contact =
  "text-link underline-offset-4 hover:underline touch:inline-flex touch:min-h-12 touch:max-w-full touch:items-center";

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone}`} className={cn(contact, "whitespace-nowrap tabular")}>
      {formatPhone(phone)}
    </a>
  );
}

export function MailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${email}`} className={cn(contact, "wrap-anywhere")}>
      {email}
    </a>
  );
}
