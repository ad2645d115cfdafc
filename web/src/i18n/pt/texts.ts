import wide from './app.json';
import shell from './shell.json';

/** What every screen may need in this language: the words of the shell, and those that any page may show. */
export const texts = { ...shell, ...wide };
