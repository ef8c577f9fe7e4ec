import { TextLink } from "~/components/text-link";
import { Card } from "~/components/ui/card";
import { closing } from "~/content/landing";
import { CallToAction } from "./call-to-action";

export function Closing() {
  return (
    <Card as="section" aria-labelledby="closing" className="flex flex-wrap items-end justify-between gap-8 p-6 sm:p-10">
      <div className="max-w-[36rem]">
        <h2 id="closing" className="font-semibold text-foreground text-xl sm:text-2xl">
          {closing.title}
        </h2>
        <p className="mt-3 text-base text-muted-foreground">{closing.text}</p>
        <p className="mt-3 text-muted-foreground">
          {closing.contact.text} <TextLink to={closing.contact.to}>{closing.contact.label}</TextLink>
        </p>
      </div>
      <CallToAction />
    </Card>
  );
}
