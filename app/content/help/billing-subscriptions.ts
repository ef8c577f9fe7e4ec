import { type Block, h, link, list, p, strong, t, tip } from "../blocks";
import type { ArticleSlug } from ".";

export const bodies: Record<ArticleSlug<"billing-subscriptions">, readonly Block[]> = {
  "what-plenum-costs": [
    p`Plenum is open source under the MIT license. You may run it, change it and use it for your business without paying for
      the software, for as many people as you like.`,
    h("What may still cost something"),
    list(
      t`${strong("Hosting.")} The operator of your installation has an account with a cloud provider and pays
        that provider's rates. If that is you, look at your provider's own bill.`,
      t`${strong("Outside services.")} A bank connection, email delivery, routing or a speech service may charge the person who set it up. None of them is required: each area works with a built-in fallback.`,
      t`${strong("Hosted by someone else.")} If another company runs Plenum for you, you agree on the price with them.`,
    ),
    h("No per-user fees"),
    p`The software does not count users. Inviting a summer apprentice costs nothing extra in Plenum itself.`,
    h("The Pro plan"),
    p`An operator may sell ${strong("Pro")} on top: to a business at a flat price, or to a household. What it adds and costs is shown on ${link("Plan and payments", "/payment")} before you pay. Where nothing is sold, everything Pro adds is open.`,
    h("What the label in the sidebar means"),
    p`${strong("Premium Active")} is the plan every account has, without a charge. It does not mean that a card was charged.
      ${strong("Pro Active")} says that Pro is on, ${strong("Pro until")} and a day that it was canceled and ends then, and
      ${strong("Pro, payment failed")} that the card needs a look. In a business it is the business's plan.`,
    tip`What the operator of an installation is responsible for is in the
      ${link("Terms of Service", "/terms")}.`,
  ],

  "the-pro-plan": [
    p`Pro is the plan above Premium, for households that want to plan further ahead. It has two parts: a 24-month runway
      forecast instead of 12 months, and unlimited bank accounts instead of 10 active ones.`,
    h("What the runway tells you"),
    p`The runway on your ${link("dashboard", "/finances/dashboard")} walks through the coming months day by day, 12 on Premium and 24 on Pro. It names the
      first day on which an account, or all of them together, would fall below zero or below a floor you set, and the items
      that bring it there. Under ${strong("What if")} you can switch an item off, change its amount or its day, or add
      one. Nothing you saved changes. The page address keeps it, to bookmark or share, and a name keeps it as a scenario.`,
    p`Once your accounts have three whole months of transactions, a band shows how far unplanned spending may move the
      line. Eight of ten outcomes fall within it; its figures are in the table under the chart.`,
    h("When the banner appears"),
    p`The banner shows after you have looked at future months three times in one session of the month view in
      ${link("Cashflow", "/finances")}. Close it and it stays hidden for seven days on that device.`,
    h("Upgrading and canceling"),
    p`The button leads to ${link("Plan and payments", "/payment?of=household")}, where you choose to pay by month or by year. The card is entered
      on the processor's page, never in Plenum. To cancel, choose ${strong("Cancel Pro")} there and confirm: Pro stays on until the end
      of what you paid for, and until then ${strong("Keep Pro")} takes it back.`,
    h("From month to year and back"),
    p`${strong("Pay by year")} and ${strong("Pay by month")} change it at once. What is left of the time you paid for counts toward the new price.`,
    h("If you go back to Premium"),
    p`All your accounts stay open and keep being updated. You can change, archive, export and delete every one of them; only adding or reopening
      one waits until there are fewer than 10 active ones.`,
    tip`The Pro features work in the demo household, so you can try them first.`,
  ],

  "plan-and-payments": [
    p`Your own plan and what your customers pay you are two separate things, in two places.`,
    h("Your own plan"),
    p`${link("Plan and payments", "/payment")} shows the plan you are on, when it renews and every invoice of it as PDF. An Admin upgrades and cancels for
      the business; everyone decides for their own household. Update the card there too.`,
    h("If a payment for Pro fails"),
    p`You get an email, and Pro stays on for 14 days. Choose ${strong("Update card")} to pay the open invoice. After that Pro is off until it is
      paid; nothing you saved is lost or hidden.`,
    h("Payments you received"),
    p`What customers paid is on their invoices. Open ${link("Invoices", "/invoices-v2")} and filter by Paid or Partly paid; the
      payments are listed on each invoice, and a customer's page has a tab with all of theirs. To enter one, open the invoice and
      choose ${strong("Record payment")}.`,
    h("If something is wrong"),
    list(
      t`Too much was billed: an issued invoice is not edited. Choose Credit part of it or Correct invoice in its menu, so your copy and the customer's copy still match.`,
      t`The customer says they paid and you see nothing: compare the invoice number on their transfer with yours before
        you remind them again.`,
      t`You expected a payment of your own here: household income and expenses are not among the invoices. They are in
        ${link("Cashflow", "/finances")}, where only you can see them.`,
    ),
    p`Seeing invoices needs the permission invoices.read, which Admins and Managers have. Technicians see what they used on
      their own jobs, not what the customer was charged.`,
  ],
};
