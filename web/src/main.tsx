import './ui/styles.css';
import { nextTask } from './app/next-task.ts';
import { start } from './app/start.tsx';

// In a task of its own: reading the app is long enough on a slow telephone. What keeps it from coming, `boot.js` says.
void nextTask().then(start);
