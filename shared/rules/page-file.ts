/** The path of a route without the slash at its end; `/` leads to the dashboard. */
const tidy = (path: string): string => path.replace(/\/+$/, '') || '/dashboard';

/**
 * The file of the built web app that answers a route: each has one of its own, so that its heading is there before the
 * app is. The build writes them; the CDN and the local server send them where they exist, else `index.html`.
 */
export const pageFile = (path: string): string => `pages${tidy(path)}.html`;
