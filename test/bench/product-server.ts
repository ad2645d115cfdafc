import { startStack } from '../local/stack.ts';
import { answerMeasurements } from './measured-child.ts';

const stack = await startStack({ prod: true, env: process.env });
const { appUrl, sandboxUrl = '' } = stack;
answerMeasurements({ appUrl, sandboxUrl }, () => {}, stack.close);
