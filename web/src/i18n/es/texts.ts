import wide from './app.json';
import shell from './shell.json';

export const texts = { ...shell, ...wide };
