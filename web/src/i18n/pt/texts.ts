import wide from './app.json';
import shell from './shell.json';

/** What every screen may need in this language. */
export const texts = { ...shell, ...wide };
