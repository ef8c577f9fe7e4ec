import { Checkbox } from "~/components/ui/checkbox";
import { businessAreas, levels, type Permission } from "~/domain/shared/permissions";

/** A person's permissions by area, as checkboxes named `permissions`: `manage` includes `write`, which includes `read`. */
export function PermissionTable({ has }: { has: (permission: Permission) => boolean }) {
  return (
    <table className="w-full">
      <thead>
        <tr className="text-muted-foreground text-sm">
          <th scope="col" className="py-1 text-left font-medium">
            Area
          </th>
          {levels.map((level) => (
            <th key={level} scope="col" className="w-16 py-1 text-center font-medium">
              {labelOf(level)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {businessAreas.map((area) => (
          <tr key={area} className="border-border border-t">
            <th scope="row" className="py-1.5 text-left font-normal">
              {labelOf(area)}
            </th>
            {levels.map((level) => (
              <td key={level} className="p-0">
                <label
                  htmlFor={`permission-${area}.${level}`}
                  className="flex min-h-9 items-center justify-center touch:min-h-12"
                >
                  <span className="sr-only">
                    {labelOf(area)}, {level}
                  </span>
                  <Checkbox
                    name="permissions"
                    id={`permission-${area}.${level}`}
                    value={`${area}.${level}`}
                    defaultChecked={has(`${area}.${level}`)}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function labelOf(name: string): string {
  const spaced = name.replaceAll("_", " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
