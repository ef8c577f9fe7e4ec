import { useActionData, useLocation } from "@remix-run/react";
import { useState } from "react";

/**
 * `useActionData` that lasts until the next navigation or submission. Remix drops an action's answer whenever the page reloads its
 * data, as it does for others' changes: a secret shown once or a conflict's comparison would disappear under the reader.
 */
export function useActionAnswer<Action = unknown>(): ReturnType<typeof useActionData<Action>> {
  const answer = useActionData<Action>();
  const { key } = useLocation();
  const [last, setLast] = useState({ answer, key });
  const isOver = answer !== undefined || last.key !== key;
  if (isOver && (last.answer !== answer || last.key !== key)) setLast({ answer, key });
  return isOver ? answer : last.answer;
}
