import './ui/styles.css';
import { start } from './app/start.tsx';
import { nextTask } from './platform/next-task.ts';

// In its own task, because parsing the app takes long on a slow phone. `boot.js` reports a failure.
void nextTask().then(start);
