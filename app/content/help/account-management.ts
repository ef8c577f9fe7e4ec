import { article, type Block, h, link, list, p, steps, strong, t, tip } from "../blocks";
import type { ArticleSlug } from ".";

export const bodies: Record<ArticleSlug<"account-management">, readonly Block[]> = {
  "profile-and-password": [
    p`Only you can change your name and your password. Open ${link("My Account", "/profile")} from the user menu at
      the top right.`,
    h("Your name"),
    p`The first name greets you in the sidebar. The full name is what coworkers read on jobs, notes and the schedule, so
      use the one they know. Notes and history keep their author when the name changes.`,
    h("Your calendar elsewhere"),
    p`${strong("Add calendar")} makes a secret address of your jobs, or the business's, for the calendar on your phone. Anyone who has the address can read it, so keep it private; turn it off here if it leaks. Other programs read it again every few
      hours. For a day on paper, open a technician's schedule or ${link("Routes", "/map2")} and print the route sheet.`,
    h("Your place"),
    p`A technician can share the phone's location with the office while working. It ends with the shift and can be turned off at any time.`,
    h("Your password"),
    steps(
      t`Enter the current password first. Someone who finds your screen unlocked cannot change it without that.`,
      t`Enter the new one. Length counts more than odd characters; a short sentence is easy to remember and hard to guess.`,
      t`Save. Every other session of yours ends within a second, on every device.`,
    ),
    p`If you lose a phone, changing your password is the quickest way to lock it out. Sign in
      again on the devices you still have.`,
    tip`If you do not know the current password, sign out and ask for a ${link("reset link", "/auth/request-reset")}
      instead. It goes to your own mailbox and to no one else, your Admin included.`,
  ],

  "roles-and-permissions": [
    p`A role is a starting point; the permission list beside a person's name is what counts. An Admin can change both under
      ${link("Users", "/system/user-managment")}.`,
    list(
      t`${strong("Admin")}: everything in the business, including settings, users, integrations and the bug tracker.`,
      t`${strong("Manager")}: all business areas, from work orders and customers to inventory, invoices and technicians.
        No system settings unless you grant them.`,
      t`${strong("Technician")}: reads work orders, customers, equipment and inventory, and changes the jobs assigned to
        them: status, notes, parts, readings and photos.`,
    ),
    h("Read, write and manage"),
    p`Each area has three permissions. ${strong("Read")} shows its lists and pages, ${strong("write")} adds and edits, and
      ${strong("manage")} covers steps that only a few people should take; each includes the one before. The areas are work orders, service types, customers,
      equipment, inventory, invoices, technicians and issues. One more, system.admin, opens the system area.`,
    p`As an example, a dispatcher who should also send invoices but never touch stock gets read and write on invoices, and
      loses write on inventory.`,
    h("What the menu shows"),
    p`The sidebar lists only what you may open. The server checks every page and every
      request again, so a link from a coworker may still say that you don't have access.`,
    tip`Households are separate. See ${article("Your business and your household", "business-and-household")}.`,
  ],

  "managing-invitations": [
    p`Open ${link("Pending Invitations", "/technicians/invitations")} to see who was invited, by whom, and when the link expires. An invitation lasts seven days.`,
    h("Resend it"),
    p`Choose Resend when the email was lost or the week has passed. The new email has a new link. Older links stop working.`,
    h("Cancel it"),
    p`Choose Cancel when you invited the wrong address or plans changed. The link stops working right away. You can invite the same address again later.`,
    h("When it is refused"),
    list(
      t`An address of one of your users, or with an open invitation, cannot be invited a second time. Look for it in
        ${link("Users", "/system/user-managment")} and in the pending list first.`,
      t`An invitation that was accepted or canceled can't be resent or canceled. Reload the list
        if it looks out of date.`,
      t`If the address was mistyped, cancel the invitation and send a new one. Resending goes to the same address.`,
    ),
    h("If they use Plenum already"),
    p`Someone who already has an account, such as a household of their own, signs in from the link and joins. Their password and
      household stay as they are. A person works in one business at a time: a member of another business leaves it first.`,
    h("Who may do this"),
    p`Admins, Managers, and anyone with the permission to manage technicians. If someone was invited with the wrong role,
      there is no need to start over: an Admin can change it at any time.`,
  ],

  "business-settings": [
    p`Admins find them under ${link("Business Settings", "/settings")}. Four things are worth setting on the first day.`,
    list(
      t`${strong("Name")}: what your members and your customers read.`,
      t`${strong("Time zone")}: the zone your working hours are written in. A job at 8:00 AM stays at 8:00 AM when the clocks
        change. A property in another zone shows its own time with the zone beside it.`,
      t`${strong("Address")}: where technicians start when nothing better is known. Drive time to the first job is worked
        out from here.`,
      t`${strong("Logo")}: a PNG, JPEG or WebP file of up to 200 KB. SVG files are refused, because they can contain scripts.`,
    ),
    p`Tax rates are under ${link("Billing settings", "/settings/billing")}, by where the work is done, each with the day it takes effect.`,
    h("When two people edit"),
    p`If someone saved these settings while your page was open, Plenum does not overwrite their change. It shows both
      versions and lets you choose.`,
    h("Deleting the business"),
    p`An Admin can delete the business at the end of this page, with a password and the name of the business. Every user gets an email. For seven days everything works as before, and any Admin can keep the business; export your records
      in that time. Then all records are deleted for good. Your users keep their accounts and households.`,
    h("Outside services"),
    p`Email, addresses, drive times and banks each have a built-in fallback, so nothing stops working when no outside
      service is connected. Drive times without a routing service, for example, are marked as an estimate.`,
  ],

  "when-someone-leaves": [
    p`Turn off the person's access. Their work stays on record under their name, and they are signed out within a
      second.`,
    steps(
      t`Check their open jobs first. Open the ${link("Scheduler", "/workorders/scheduler")} and move what is still ahead
        to someone else. For a whole day at once, use ${strong("Reassign the day")}: it proposes a new plan and changes
        nothing until you accept it.`,
      t`Before they leave, check that their phone shows nothing left to sync. Changes that were never synced can't be
        recovered from here.`,
      t`Open ${link("Users", "/system/user-managment")}, find the person and choose ${strong("Turn off access")}.`,
    ),
    h("What happens then"),
    list(
      t`Every session of theirs ends, on every device, computer and phone alike.`,
      t`They can no longer sign in to your business.`,
      t`Notes, signatures, readings and times stay as they were, with their name.`,
      t`They no longer show up as free for new work.`,
    ),
    h("What they keep"),
    p`Someone who keeps a household in Plenum keeps it. It never belonged to the business, so you cannot see it, turn it off
      or delete it.`,
    tip`Rehired next season? Turn access back on rather than sending a new invitation. History and
      certifications come back with them.`,
  ],

  "business-and-household": [
    p`Plenum has two sides that never mix. A ${strong("business")} has members, jobs and customers. A
      ${strong("household")} is one person's own money. You may have either, or both under one sign-in.`,
    h("Who sees what"),
    list(
      t`Every record of a business belongs to that business. Members see it according to their permissions; other businesses
        on the same installation do not.`,
      t`Every record of a household belongs to one user. No role in any business can read it. An Admin who turns off your
        access still cannot open your accounts.`,
      t`A page that belongs to someone else says "Page not found", exactly like one that never existed. No one can find
        out by guessing whether a record exists.`,
    ),
    h("Starting with one and adding the other"),
    p`When you ${link("sign up", "/signup")}, you give a business name or choose just your household. Business owners find
      their household in the sidebar under My household, ready to use. To work for a business, accept its invitation: if you have an
      account, you sign in to it and join.`,
    h("Keeping the books apart"),
    p`An invoice to a customer does not show up as your income, and a part for the van is not a household expense. If you pay
      yourself a salary from the business, enter it in ${link("Cashflow", "/finances")} as an income like any other.`,
  ],

  appearance: [
    p`Plenum starts in dark mode, which is easier on the eyes in an attic or a cab. Light mode works better in offices and
      bright sun.`,
    h("Dark or light"),
    p`Open the user menu and choose ${strong("Light Mode")} or ${strong("Dark Mode")}. Until you choose, the screen
      follows what your device prefers. Your choice is remembered on this device, so the office screen can be light while
      the phone stays dark.`,
    h("The sidebar"),
    p`Close the sidebar to give a wide board more room. A floating button brings it back. Whether it was open is remembered
      too. Choosing the ${link("Scheduler", "/workorders/scheduler")} closes it for you to make room.`,
    h("Larger text and less motion"),
    list(
      t`Text can be enlarged in the browser to 200% without anything being cut off.`,
      t`If your device asks for reduced motion, nothing slides or counts up.`,
      t`Color is never the only sign: each status has an icon and a word as well.`,
    ),
    h("Toasts"),
    p`Short messages appear at the bottom right and leave after three seconds, those that offer to undo after eight. Anything
      you must act on stays on the page itself until you have dealt with it.`,
    tip`What is stored in your browser for this is listed under ${link("Cookies and storage", "/privacy#cookies")}.`,
  ],

  "connecting-github-and-gitlab": [
    p`If your team builds software or keeps its own lists on a code host, the bug tracker can stay in sync with a repository.
      Admins set this up, or someone with the permission system.admin.`,
    steps(
      t`Open ${link("GitHub", "/integrations/github")} or ${link("GitLab", "/integrations/gitlab")}.`,
      t`Sign in there, if that is offered, or paste an access token that may read and write issues. It is stored encrypted
        and never shown again.`,
      t`Check that the profile shown is the account you meant, and choose the repositories.`,
      t`Wait for the first import. The page shows how many issues have arrived; you can leave it while that runs.`,
    ),
    h("What is synced"),
    p`Title, description, open or closed, labels, assignee, milestone and comments travel in both directions, old issues
      included. If both sides changed the same field, the host's version wins, and both are shown on the page. An issue that
      is deleted or transferred at the host stays here and says so.`,
    h("Rules"),
    list(
      t`Under ${link("Setup", "/bugscout/config")}, ${strong("Set up issue sync")}, choose the direction for a repository or a single field, the labels
        that take part, and whether issues you add here are created there.`,
      t`Under ${strong("Assignees")} there, say which member each account is.`,
      t`The ${strong("Sync log")} says what happened and why something was left out. Retry what
        failed from there.`,
    ),
    h("Ending it"),
    p`Choose disconnect. The token is deleted, and issues that are already here stay. Revoke the token at the host as
      well.`,
    tip`If something is missing, look at the repository's line: it shows how its webhook is doing, when it was last checked and what
      went wrong.`,
  ],
};
