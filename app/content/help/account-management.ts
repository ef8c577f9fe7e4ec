import { article, type Block, h, link, list, p, steps, strong, t, tip } from "~/content/blocks";
import type { ArticleSlug } from ".";

export const bodies: Record<ArticleSlug<"account-management">, readonly Block[]> = {
  "profile-and-password": [
    p`Open ${link("My Account", "/profile")} from the user menu at the top right. Only you can change your name and your
      password.`,
    h("Your name"),
    p`Your first name is used to greet you in the sidebar. Coworkers see your full name on jobs, notes and the schedule, so
      use the one they know. If you change it, your notes and history stay yours.`,
    h("Your calendar"),
    p`Under Calendars, ${strong("Add calendar")} makes a secret address that shows your jobs, or the business's, in Google
      Calendar, Apple Calendar or Outlook. Anyone who has the address can read the jobs, so keep it private. If it gets out, turn it
      off here. Calendar apps check for changes every few hours. For a day on paper, open a technician's schedule or
      ${link("Routes", "/map2")} and print the route sheet.`,
    h("Your location"),
    p`Technicians can share their phone's location with the office while they work: choose
      ${strong("Share my location while I work")}. Sharing ends with the shift, and you can stop it at any time.`,
    h("Your password"),
    steps(
      t`Enter your current password first. Someone who finds your screen unlocked can't change it without that.`,
      t`Enter the new one. Length matters more than special characters. A short sentence is easy to remember and hard to guess.`,
      t`Save it. All your other sessions, on every device, end within a second.`,
    ),
    p`If you lose a phone, change your password: that is the quickest way to lock it out. Then sign in
      again on the devices you still have.`,
    tip`If you don't know your current password, sign out and request a ${link("reset link", "/auth/request-reset")}.
      It goes to your own email address and to no one else, not even your Admin.`,
  ],

  "roles-and-permissions": [
    p`A role comes with default permissions. What a person can do depends on their permissions, not on the role alone. Admins can
      change both under ${link("Users", "/system/user-managment")}.`,
    list(
      t`${strong("Admin")}: everything in the business, including settings, users, integrations and the bug tracker.`,
      t`${strong("Manager")}: all business areas, from work orders and customers to inventory, invoices and technicians.
        No system settings unless an Admin grants them.`,
      t`${strong("Technician")}: can see work orders, customers, equipment and inventory, and update the jobs assigned to
        them: status, notes, parts, readings and photos.`,
    ),
    h("Read, write and manage"),
    p`Each area has three permissions. ${strong("Read")} shows its lists and pages. ${strong("Write")} lets you add and edit.
      ${strong("Manage")} covers what only a few people should do. Manage includes write, and write includes read. The areas are
      work orders, service types, customers, equipment, inventory, invoices, technicians and issues. One more permission,
      system.admin, opens the system area.`,
    p`For example, a dispatcher who should send invoices but never touch stock gets write on invoices and
      loses write on inventory.`,
    h("What the menu shows"),
    p`The sidebar lists only what you can open. The server also checks every page and every
      request, so a link from a coworker may tell you that you don't have access.`,
    tip`Households are separate. See ${article("Your business and your household", "business-and-household")}.`,
  ],

  "managing-invitations": [
    p`Open ${link("Pending Invitations", "/technicians/invitations")} to see who was invited, who invited them, and when the link
      expires. An invitation lasts seven days.`,
    h("Resend it"),
    p`Choose ${strong("Resend")} if the email got lost or the link has expired. The new email has a new link, and older links stop
      working.`,
    h("Cancel it"),
    p`Choose ${strong("Cancel")} if you invited the wrong address or plans changed. The link stops working right away. You can
      invite the same address again later.`,
    h("If it doesn't work"),
    list(
      t`You can't invite someone who is already a user or has a pending invitation. Look for the address in
        ${link("Users", "/system/user-managment")} and in the pending list first.`,
      t`You can't resend or cancel an invitation that was already accepted or canceled. If the list looks out of date, reload it.`,
      t`If you mistyped the address, cancel the invitation and send a new one. Resending goes to the same address.`,
    ),
    h("If they already use Plenum"),
    p`Someone who already has an account, such as a household of their own, opens the link, signs in and joins. Their password and
      household stay the same. A person can work in only one business at a time. A member of another business has to leave it
      first.`,
    h("Who can do this"),
    p`Admins, Managers, and anyone with the permission to manage technicians. If someone was invited with the wrong role,
      you don't have to start over: once they have accepted, an Admin can change it.`,
  ],

  "business-settings": [
    p`Admins find these under ${link("Business Settings", "/settings")}. Set four things on the first day.`,
    list(
      t`${strong("Name")}: what your team and your customers see.`,
      t`${strong("Time zone")}: used for your working hours and schedules. A job at 8:00 AM stays at 8:00 AM when the clocks
        change. A property in another time zone shows its own time with the zone next to it.`,
      t`${strong("Address")}: where a technician's day starts, unless another starting point is known. Drive time to the first job
        is calculated from here.`,
      t`${strong("Logo")}: a PNG, JPEG or WebP file of up to 200 KB. SVG files are refused because they can contain scripts.`,
    ),
    p`Tax rates are under ${link("Billing settings", "/settings/billing")}. They depend on where the work is done, and each one
      has the date it takes effect.`,
    h("When two people edit"),
    p`If someone else saves these settings while you have the page open, Plenum does not overwrite their change. It shows both
      versions, and you choose.`,
    h("Deleting the business"),
    p`An Admin can delete the business at the end of this page, with their password and the name of the business. Every user gets
      an email. For seven days everything keeps working, and any Admin can keep the business. Export your records
      during that time. After that, all records are deleted for good. Your users keep their accounts and households.`,
    h("Outside services"),
    p`Email, addresses, drive times and banks each have a built-in fallback, so Plenum works even when no outside
      service is connected. Without a routing service, for example, drive times are marked as an estimate.`,
  ],

  "when-someone-leaves": [
    p`Turn off the person's access. They are signed out within a second, and their work stays on record under their
      name.`,
    steps(
      t`Reassign their open jobs first. Open the ${link("Scheduler", "/workorders/scheduler")} and move the jobs that are still
        ahead to someone else. For a whole day at once, open the menu next to their name and choose
        ${strong("Out this day: reassign jobs")}. It proposes a new plan and changes nothing until you accept it.`,
      t`Check that their phone has no changes left to sync. After they leave, changes that were never synced can't be
        recovered.`,
      t`Open ${link("Users", "/system/user-managment")}, choose the person and then ${strong("Turn off access")}.`,
    ),
    h("What happens then"),
    list(
      t`All of their sessions end, on every computer and phone.`,
      t`They can no longer sign in to your business.`,
      t`Their notes, signatures, readings and times stay, with their name.`,
      t`They no longer show up as available for new work.`,
    ),
    h("What they keep"),
    p`Their household, if they have one in Plenum. It never belonged to the business, so you can't see it, turn it off
      or delete it.`,
    tip`Rehired next season? Turn access back on instead of sending a new invitation. Their history and
      certifications come back with them.`,
  ],

  "business-and-household": [
    p`Plenum has two sides that never mix. A ${strong("business")} has members, jobs and customers. A
      ${strong("household")} is one person's own money. You can have either one, or both with the same sign-in.`,
    h("Who sees what"),
    list(
      t`Every record of a business belongs to that business. Its members see what their permissions allow. Other businesses
        on the same installation can't see any of it.`,
      t`Every record of a household belongs to one user. No role in any business can read it. An Admin who turns off your
        access still can't open your accounts.`,
      t`A page that belongs to someone else says "Page not found", just like one that never existed. No one can find
        out by guessing whether a record exists.`,
    ),
    h("Starting with one and adding the other"),
    p`When you ${link("sign up", "/signup")}, you enter a business name or choose just your household. If you start a business,
      your household is ready in the sidebar under My household. To work for another business, accept its invitation. If you already
      have an account, sign in to it and join.`,
    h("Keeping the books apart"),
    p`An invoice to a customer does not show up as your income, and a part for the van is not a household expense. If you pay
      yourself a salary from the business, enter it in ${link("Cashflow", "/finances")} like any other income.`,
  ],

  appearance: [
    p`Dark mode is easier on the eyes in an attic or a cab. Light mode works better in offices and bright sun.`,
    h("Dark or light"),
    p`Open the user menu and choose ${strong("Light Mode")} or ${strong("Dark Mode")}. Until you choose, the screen
      follows your device's setting. Technicians' screens on a phone start out light. Your choice is remembered on this device, so the
      office screen can be light while the phone is dark.`,
    h("The sidebar"),
    p`Close the sidebar to make room for a wide board. A button in the corner brings it back. Whether it was open is remembered,
      too. Opening the ${link("Scheduler", "/workorders/scheduler")} from the sidebar closes it for you.`,
    h("Larger text and less motion"),
    list(
      t`You can enlarge the text to 200% in your browser without anything being cut off.`,
      t`If your device is set to reduce motion, nothing slides or counts up.`,
      t`Color is never the only sign: each status has an icon and a word as well.`,
    ),
    h("Messages on the screen"),
    p`Short messages appear at the bottom right and disappear after three seconds, or after eight if they offer Undo. Anything
      you need to act on stays on the page until you have.`,
    tip`What is stored in your browser for this is listed under
      ${link("Cookies and storage in your browser", "/privacy#cookies")}.`,
  ],

  "connecting-github-and-gitlab": [
    p`If your team builds software or tracks issues on GitHub or GitLab, the bug tracker can stay in sync with a repository.
      Admins set this up, or someone with the permission system.admin.`,
    steps(
      t`Open ${link("GitHub", "/integrations/github")} or ${link("GitLab", "/integrations/gitlab")}.`,
      t`Sign in there, if that is offered, or paste an access token that can read and write issues. The token is stored encrypted
        and never shown again.`,
      t`Check that the account shown is the one you want, and choose the repositories.`,
      t`Wait for the first import. The page shows how many issues have been imported so far. You can leave it while that runs.`,
    ),
    h("What is synced"),
    p`Title, description, open or closed, labels, assignee, milestone and comments are synced in both directions, including those
      of older issues. If both sides changed the same field, the host's version wins, and the page shows both. An issue that
      was deleted or transferred on the host stays here and is marked.`,
    h("Rules"),
    list(
      t`Under ${link("Bug Tracking Setup", "/bugscout/config")}, ${strong("Set up issue sync")}, choose the direction for a
        repository or a single field, which labels are included, and whether issues you add here are created there.`,
      t`Under ${strong("Assignees")}, choose which member each account belongs to.`,
      t`The ${strong("Sync log")} shows what happened and why something was left out. You can retry what failed from there.`,
    ),
    h("Disconnecting"),
    p`Choose ${strong("Disconnect")}. The token is deleted, and issues that are already here stay. Revoke the token on the host,
      too.`,
    tip`If something is missing, look at the repository's line. It shows whether its webhook works, when it was last checked and
      what went wrong.`,
  ],
};
