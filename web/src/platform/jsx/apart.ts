import { Fragment, type ElementType } from 'react';
import { jsx } from 'react/jsx-runtime';

export type Props = { children?: unknown };

/** Translation does not move whitespace, and as an element it would become an item of a flex container. */
const hasWords = (child: unknown): boolean =>
  typeof child === 'string' ? /\S/.test(child) : typeof child === 'number';

/**
 * Wraps each text that has an element as sibling in its own `<span>`. Chrome's translation moves text nodes into
 * `<font>` elements: React would then update the old nodes, which are no longer on the page, and fail to remove them.
 * In an element that contains only text, React replaces the content instead. The props belong to one call, so they are
 * changed in place.
 */
export function apart(type: ElementType, props: Props): Props {
  const children = [props.children].flat();
  let text = '';
  if (type !== Fragment && !children.some((child) => child && typeof child === 'object')) {
    if (children.length > 1) props.children = children.filter((child) => typeof child !== 'boolean').join('');
  } else if (children.some(hasWords)) {
    props.children = children.map((child, index) => {
      if (!hasWords(child)) return child;
      text += child;
      if (hasWords(children[index + 1])) return undefined;
      const whole = text;
      text = '';
      return jsx('span', { children: whole }, index);
    });
  }
  return props;
}
