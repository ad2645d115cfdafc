import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import * as z from 'zod/mini';

import { freePort } from '../local/ports.ts';

const python = process.platform === 'win32' ? 'python' : 'python3';

/** The default account of moto. */
export const account = '123456789012';

const left = z.object({ stacks: z.record(z.string(), z.string()), leftBehind: z.array(z.string()) });

export type Emulator = Awaited<ReturnType<typeof startEmulator>>;

// The emulator replaces classes of moto, which another major version may not have.
const check = 'import moto, moto.server, boto3; raise SystemExit(moto.__version__.split(".")[0] != "5")';

/** Returns an error message if the rehearsal cannot run on this machine. */
export function whyNoEmulator(): string | undefined {
  const { status } = spawnSync(python, ['-c', check], { stdio: 'ignore' });
  return status === 0
    ? undefined
    : `The rehearsal needs Python 3 with moto 5: install Python and run \`${python} -m pip install "moto[server]==5.2.1"\`.`;
}

export async function startEmulator() {
  const port = await freePort(0, 'PORT');
  const url = `http://localhost:${port}`;
  const child = spawn(python, [fileURLToPath(new URL('emulator.py', import.meta.url)), String(port)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  const control = (action: string) => fetch(`${url}/rehearsal/${action}`, { method: 'POST' });
  await answering(() => control('left'), child);
  return {
    /** Makes the SDK in `cdk` call only the emulator. */
    env: {
      AWS_ENDPOINT_URL: url,
      AWS_ACCESS_KEY_ID: 'testing',
      AWS_SECRET_ACCESS_KEY: 'testing',
      AWS_REGION: 'us-east-1',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    },
    failNext: (stack: string) => control(`fail?stack=${stack}`),
    /** Forgets all stacks except those of `cdk bootstrap`. */
    reset: () => control('reset'),
    /** Deletes what removed stacks keep, as an operator would. */
    deleteLeftBehind: (type: string) => control(`delete?type=${type}`),
    left: async () => left.parse(await (await control('left')).json()),
    /** Like `aws cloudformation update-termination-protection`. */
    unprotect: (stack: string) => control(`unprotect?stack=${stack}`),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function answering(ask: () => Promise<Response>, child: ReturnType<typeof spawn>): Promise<void> {
  const isUp = () =>
    ask().then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error('The emulator exited while it was starting');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
