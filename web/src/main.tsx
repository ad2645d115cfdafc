import './ui/styles.css';
import { start } from './app/start.tsx';
import { nextTask } from './platform/next-task.ts';

// A task of its own, as reading the app takes long on a slow phone. `boot.js` reports a failure.
void nextTask().then(start);
