import { startStack } from '../local/stack.ts';
import { beMeasured } from './measured-child.ts';

const stack = await startStack({ prod: true, env: process.env });
const { appUrl, sandboxUrl = '' } = stack;
beMeasured({ appUrl, sandboxUrl }, () => {}, stack.close);
