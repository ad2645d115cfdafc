export const howToId = 'how-to';

/** Scrolls to the card and focuses it. */
export function showHowTo(): void {
  const card = document.getElementById(howToId);
  card?.scrollIntoView({ block: 'start' });
  card?.focus({ preventScroll: true });
}
