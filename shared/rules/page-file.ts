/** The page of one trigger, whose id is not known to the build. */
export const triggerPath = '/triggers/{id}';

const tidy = (path: string): string => path.replace(/\/+$/, '') || '/dashboard';

/**
 * Each route has its own HTML file, so that its heading shows before the app has loaded. All triggers share one; its
 * name has a dot, so that no address of the app is mistaken for it.
 */
export const pageFile = (path: string): string =>
  `pages${tidy(path).replace(/^\/triggers\/[^/]+$/, '/triggers.id')}.html`;
