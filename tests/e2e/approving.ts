import type { Page } from "@playwright/test";

/** The decisions that are held until they can no longer be undone. */
export const heldIn = (page: Page) => page.getByRole("region", { name: "Decisions that can be undone" });

/** Answers the question that comes before an approval, and acknowledges what it lists. */
export async function confirmAsked(page: Page): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByText("You can undo it for 10 seconds").waitFor();
  for (const box of await question.getByRole("checkbox").all()) await box.click();
  await question.getByRole("button", { name: /^Approve/ }).click();
  await heldIn(page).waitFor();
}

/** Sends the approval that is held, unless it has gone by itself meanwhile, as on a slow machine. */
export async function sendHeld(page: Page): Promise<void> {
  await heldIn(page)
    .getByRole("button", { name: "Send now" })
    .evaluateAll((buttons) => {
      for (const button of buttons) (button as HTMLButtonElement).click();
    });
  await heldIn(page).waitFor({ state: "detached" });
}

/** Confirms an approval that was asked for, and sends it. */
export async function approveAsked(page: Page): Promise<void> {
  await confirmAsked(page);
  await sendHeld(page);
}
