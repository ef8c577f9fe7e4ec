import { useState } from "react";
import { Button } from "~/components/ui/button";

type TwoTapsProps = {
  /** What the first tap says. */
  label: string;
  /** What the second does, named so that nobody does it by accident. */
  sure: string;
  onSure?: () => void;
};

/** For what cannot be undone: the first tap asks, the second does it. Without `onSure` the second sends the form around it. */
export function TwoTaps({ label, sure, onSure }: TwoTapsProps) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button variant="outline" size="lg" className="self-start" onClick={() => setAsked(true)}>
        {label}
      </Button>
    );
  }
  return (
    <div className="flex flex-wrap gap-3">
      <Button size="lg" variant="destructive" type={onSure ? "button" : "submit"} onClick={onSure}>
        {sure}
      </Button>
      <Button variant="outline" size="lg" onClick={() => setAsked(false)}>
        Keep it
      </Button>
    </div>
  );
}
