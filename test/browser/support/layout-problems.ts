/** Runs in the page and reads `layoutTexts` there. */
export function layoutProblems(language: string): string[] {
  const shown = window.layoutTexts[language] ?? {};
  const ownTexts = new Set(Object.values(shown));
  const keys = Object.keys(shown).filter((key) => key.includes('.'));
  const others = Object.entries(window.layoutTexts).filter(([code]) => code !== language);
  const foreign = others
    .flatMap(([, texts]) => Object.entries(texts))
    // Placeholders contain example names, which may look like another language.
    .filter(([key, text]) => text.includes(' ') && !ownTexts.has(text) && !key.endsWith('Placeholder'))
    .map(([, text]) => text);
  const problems = new Set<string>();
  const wide = document.documentElement.clientWidth;
  const isForeign = new Set(foreign);
  const said: string[] = [];

  const name = (element: Element) =>
    `<${element.tagName.toLowerCase()}> "${(element.textContent ?? '').trim().slice(0, 60)}"`;
  const known = new Map<Element, readonly Element[]>();
  const cutters = (element: Element | null): readonly Element[] => {
    if (!element || element === document.body) return [];
    const found = known.get(element);
    if (found) return found;
    const { overflowX, position } = getComputedStyle(element);
    // A fixed menu is positioned in the window, so the list that contains it does not clip it.
    const around = position === 'fixed' ? [] : cutters(element.parentElement);
    const all = overflowX === 'visible' ? around : [element, ...around];
    known.set(element, all);
    return all;
  };
  const isHidden = (element: Element) => {
    if (element.closest('[hidden], svg, script, style, noscript, title, textarea')) return true;
    // Texts for screen readers are clipped to one pixel on purpose.
    if (cutters(element).some((one) => one.clientWidth <= 1)) return true;
    return !element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const mayBeCut = (element: Element) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    if (element.closest('[title]') === null) return false;
    // A touch never shows the title, so only a very long name may end in an ellipsis there.
    const isLong = (element.textContent ?? '').trim().length > 40;
    return webkitLineClamp !== 'none' || (textOverflow === 'ellipsis' && (wide >= 1024 || isLong));
  };

  if (document.documentElement.scrollWidth > wide) {
    problems.add(`sideways scroll: ${document.documentElement.scrollWidth} in ${wide} px`);
  }

  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walk.nextNode(); text; text = walk.nextNode()) {
    const element = text.parentElement;
    const words = (text.nodeValue ?? '').trim();
    if (!element || words === '' || isHidden(element)) continue;
    // Code to copy may contain several spaces.
    if (!element.closest('code')) said.push(words);
    // A toast keeps the language in which it was shown.
    const wasSaid = element.closest('[role="region"] li') !== null;
    if (isForeign.has(words) && !wasSaid) problems.add(`a text of another language: ${name(element)}`);
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    // The skip link is above the window until it is focused.
    if (box.bottom <= 0 && element.matches('a[href^="#"]')) continue;
    const around = cutters(element);
    if (around.some(mayBeCut)) continue;
    if (box.right > wide + 1 || box.left < -1) problems.add(`out of the window: ${name(element)}`);
    for (const cutter of around) {
      const edge = cutter.getBoundingClientRect();
      if (box.right > edge.right + 1 || box.left < edge.left - 1) problems.add(`cut off: ${name(element)}`);
      const hides = ['hidden', 'clip'].includes(getComputedStyle(cutter).overflowY);
      if (hides && (box.bottom > edge.bottom + 1 || box.top < edge.top - 1)) problems.add(`cut off: ${name(element)}`);
    }
    const dialog = element.closest('[role="dialog"], [role="alertdialog"]')?.getBoundingClientRect();
    if (dialog && (box.right > dialog.right + 1 || box.left < dialog.left - 1))
      problems.add(`out of its dialog: ${name(element)}`);
    const own = element.getBoundingClientRect();
    const flows = getComputedStyle(element).display === 'inline';
    if (!flows && box.right > own.right + 1) problems.add(`out of its box: ${name(element)}`);
  }

  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const attribute of ['aria-label', 'title', 'placeholder', 'alt']) {
      const words = element.getAttribute(attribute);
      if (words === null) continue;
      said.push(words);
      if (isForeign.has(words)) problems.add(`a text of another language: ${attribute}="${words}"`);
    }
  }
  const all = said.join('\n');
  for (const key of keys) if (all.includes(key)) problems.add(`the key of a text: ${key}`);
  if (all.includes('{{')) problems.add('a text with a gap');
  return [...problems];
}
