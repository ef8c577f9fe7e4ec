import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Timeline } from "~/components/timeline";
import { paths } from "~/paths";
import { type Change, entryOf } from "~/routes/work-orders/shared/history-entry";

type ActivityProps = { number: number; history: readonly Change[]; zone: string };

/** The work order's history, newest first. */
export function Activity({ number, history, zone }: ActivityProps) {
  return (
    <Section title="Activity" action={<TextLink to={paths.workOrderTimeline(number)}>View full timeline</TextLink>}>
      <Timeline entries={history.map((change) => entryOf(change, zone))} />
    </Section>
  );
}
