/** Why a small form was refused; announced when it appears. */
export function ErrorLine({ children }: { children: string }) {
  if (!children) return null;
  return (
    <p role="alert" className="font-medium text-bad text-sm">
      {children}
    </p>
  );
}
