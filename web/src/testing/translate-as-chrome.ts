/**
 * Does what Chrome's page translation does to each text, now and whenever the page changes: replaces the text node by
 * two `<font>` elements with a new text node. The text stays the same. Runs in any page, so it uses nothing from
 * outside.
 */
export function translateAsChrome(): () => void {
  const untouched = 'script, style, textarea, noscript, title, svg, .notranslate, [translate="no"]';
  const isNew = (text: Node): boolean => {
    const { parentElement: parent } = text;
    return (
      /\p{L}/u.test(text.nodeValue ?? '') &&
      parent !== null &&
      parent.localName !== 'font' &&
      !parent.closest(untouched)
    );
  };
  const translate = (): void => {
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const found: ChildNode[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node instanceof Text && isNew(node)) found.push(node);
    for (const text of found) {
      const inner = document.createElement('font');
      inner.textContent = text.nodeValue;
      const outer = document.createElement('font');
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const observer = new MutationObserver(translate);
  observer.observe(document, { childList: true, characterData: true, subtree: true });
  translate();
  return () => observer.disconnect();
}
