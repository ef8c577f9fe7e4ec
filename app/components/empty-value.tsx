/** A dash for the eye, a word for the ear. */
export function EmptyValue() {
  return (
    <>
      <span aria-hidden="true" className="no-value">
        –
      </span>
      <span className="sr-only">None</span>
    </>
  );
}
