/** The hidden part of every form about a member: which one, as it was when the form was opened. */
export function Which({ member, intent }: { member: { userId: string; version: number }; intent: string }) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="userId" value={member.userId} />
      <input type="hidden" name="version" value={member.version} />
    </>
  );
}
