import { Fragment, type ElementType } from 'react';
import { jsx } from 'react/jsx-runtime';

export type Props = { children?: unknown };

/** No translation moves a space, which as an element would be an item of a flex container. */
const hasWords = (child: unknown): boolean =>
  typeof child === 'string' ? /\S/.test(child) : typeof child === 'number';

/**
 * Gives every text beside another child an element of its own. Chrome's translation moves text nodes into `<font>`
 * elements: React would go on updating the old nodes, which are no longer on the page, and fail to remove them. Of an
 * element that has only text it replaces the content. The props are those of one call, so they may be changed.
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
