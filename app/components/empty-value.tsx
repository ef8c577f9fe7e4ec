/** Shows a dash, and announces a word to screen readers. */
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
