const movements = [
  { date: "Mon, Nov 16", what: "Received", where: "shelf B4", change: "+6", level: "6" },
  { date: "Tue, Nov 17", what: "Used", where: "WO-131, blower motor", change: "−1", level: "5" },
  { date: "Wed, Nov 18", what: "Transferred", where: "to van 5", change: "−2", level: "3" },
  { date: "Thu, Nov 19", what: "Reversed", where: "transfer of Nov 18", change: "+2", level: "5" },
  { date: "Fri, Nov 20", what: "Used", where: "WO-139, heat pump icing", change: "−1", level: "4" },
] as const;

/** A part in one van over a week: the level is what the rows above it add up to. */
export function LedgerFigure() {
  return (
    <figure className="rounded-md border border-border bg-card p-4 sm:p-6">
      <figcaption className="font-semibold text-base text-foreground">Dual run capacitor 45/5, van 2</figcaption>
      <table className="mt-3 w-full text-left text-sm">
        <thead className="text-muted-foreground">
          <tr>
            <th scope="col" className="py-2 font-medium">
              Movement
            </th>
            <th scope="col" className="py-2 text-right font-medium">
              Change
            </th>
            <th scope="col" className="py-2 pl-4 text-right font-medium">
              Level
            </th>
          </tr>
        </thead>
        <tbody>
          {movements.map((row) => (
            <tr key={row.date} className="border-border border-t align-top">
              <td className="py-2 pr-4">
                <span className="block text-foreground">{row.what}</span>
                <span className="block text-muted-foreground">
                  {row.date}, {row.where}
                </span>
              </td>
              <td className="py-2 text-right text-foreground tabular">{row.change}</td>
              <td className="py-2 pl-4 text-right font-medium text-foreground tabular">{row.level}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}
