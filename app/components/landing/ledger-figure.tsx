const movements = [
  { date: "Mon 16 Nov", what: "Received", where: "shelf B4", change: "+6", level: "6" },
  { date: "Tue 17 Nov", what: "Used", where: "WO-131, blower motor", change: "−1", level: "5" },
  { date: "Wed 18 Nov", what: "Transferred", where: "to van 5", change: "−2", level: "3" },
  { date: "Thu 19 Nov", what: "Reversed", where: "transfer of 18 Nov", change: "+2", level: "5" },
  { date: "Fri 20 Nov", what: "Used", where: "WO-139, heat pump icing", change: "−1", level: "4" },
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
