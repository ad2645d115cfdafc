import type { TextTree } from '../text-shape.ts';
import wide from './app.json';
import shell from './shell.json';

export const texts = { ...shell, ...wide };

export const pageFiles = import.meta.glob<TextTree>('./pages/*.json', { import: 'default' });
