import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** The button that opens the menu of a trigger, in any language. */
export const moreButton = (trigger: string) =>
  screen.findByRole('button', { name: new RegExp(`^(More actions for|Mais ações de|Más acciones de) ${trigger}$`) });

/** Chooses from the menu of a trigger. */
export async function chooseFor(user: UserEvent, trigger: string, entry: string | RegExp): Promise<void> {
  await user.click(await moreButton(trigger));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
}
