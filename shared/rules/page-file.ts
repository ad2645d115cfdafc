const tidy = (path: string): string => path.replace(/\/+$/, '') || '/dashboard';

/** Each route has its own HTML file, so that its heading shows before the app has loaded. */
export const pageFile = (path: string): string => `pages${tidy(path)}.html`;
