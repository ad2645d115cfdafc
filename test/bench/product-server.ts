import { startStack } from '../local/stack.ts';
import { beMeasured } from './measured-child.ts';

/** The product as `npm start -- --prod` runs it, without a page; its table is somebody else's. */
const stack = await startStack({ prod: true, env: process.env });
const { appUrl, sandboxUrl = '' } = stack;
beMeasured({ appUrl, sandboxUrl }, () => {}, stack.close);
