import pages from './app.json';
import shell from './shell.json';

/** Every text of the app in this language but the legal ones; the shell's and the pages' keys never share a root. */
export const texts = { ...shell, ...pages };
