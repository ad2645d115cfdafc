import './ui/styles.css';
import { start } from './app/start.tsx';
import { nextTask } from './platform/next-task.ts';

// In a task of its own: reading the app is long enough on a slow telephone. What keeps it from coming, `boot.js` says.
void nextTask().then(start);
