import { fork } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import * as z from 'zod/mini';

import { bundleFunctions } from '#infra/bundle.ts';

import { defaultClients } from '../../sandboxes/world.ts';
import { benchSettings, bundled } from '../bench-settings.ts';
import { closeAll } from '../home-target.ts';
import { median, spread } from '../statistics.ts';
import { expireToken } from '../webhook-target.ts';
import { localCertificate } from './certificate.ts';
import { coldHome, type ColdHome } from './cold-home.ts';
import { coldPaths, type ColdPath } from './cold-paths.ts';
import { printMemorySizes } from './memory-sizes.ts';
import { inSequence, type RecordedCall, type Service } from './recorded-call.ts';
import {
  answerMs,
  connectMs,
  startStandIns,
  toLocalTable,
  type AnswerCall,
  type RecordedTraffic,
} from './stand-ins.ts';

const rounds = 9;

type Limits = {
  /** CPU time divided by that of the bare handler. */
  cpu: number;
  inSequence: number;
  handshakes: number;
};

const limits: Readonly<Record<ColdPath['name'], Limits>> = {
  webhook: { cpu: 3.2, inSequence: 7, handshakes: 5 },
  voice: { cpu: 3.4, inSequence: 13, handshakes: 6 },
  group: { cpu: 3.6, inSequence: 15, handshakes: 6 },
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const outdir = join(root, '.cache', 'bench', 'cold');

const timesOf = z.object({ importMs: z.number(), cpuMs: z.number(), wallMs: z.number(), answer: z.unknown() });
type Once = z.output<typeof timesOf> & RecordedTraffic;
type Sides<T> = { product: T; bare: T };

/**
 * Measures the first run of a new process with an expired token, against stand-ins with a fixed delay. The bare handler
 * makes the same calls and does nothing else.
 */
export async function benchCold(): Promise<boolean> {
  const open: (() => unknown)[] = [];
  try {
    const home = await coldHome(open);
    await bundleFunctions(outdir);
    const certificate = localCertificate();
    const world = await startStandIns(certificate, answersOf(home));
    open.push(world.close);
    const files = { plan: join(outdir, 'plan.json'), certificate: join(outdir, 'certificate.pem') };
    await mkdir(dirname(files.plan), { recursive: true });
    await writeFile(files.certificate, certificate.cert);
    const environment = coldEnvironment(home, world.urls, files);
    const bare = await bundled('cold/bare-cold');

    const once = async (bundle: string, event: object): Promise<Once> => {
      const times = await runOnce(bundle, event, environment);
      return { ...times, ...world.takeRecorded() };
    };
    const delays = (by: Readonly<Record<Service, number>>): string =>
      Object.entries(by)
        .map(([name, ms]) => `${ms} ms (${name})`)
        .join(', ');
    console.log(`each call is answered after ${delays(answerMs)}; a new connection needs ${delays(connectMs)} more`);
    let isWithinLimits = true;
    for (const path of coldPaths(home)) {
      const all: Sides<Once>[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        await expireToken(home.doc, home);
        const product = await once(join(outdir, path.bundle, 'index.mjs'), path.eventOf(round));
        if (!path.isRun(product.answer)) throw new Error(`${path.name}: ${JSON.stringify(product.answer)}`);
        world.repeat(product.calls);
        await writeFile(files.plan, JSON.stringify(planOf(world.urls, product.calls)));
        const repeated = await once(bare, {});
        world.repeat([]);
        // The first round only fills the disk caches.
        if (round > 0) all.push({ product, bare: repeated });
      }
      isWithinLimits = print(path.name, all) && isWithinLimits;
    }
    return isWithinLimits;
  } finally {
    await closeAll(open);
  }
}

const planOf = (urls: Record<Service, string>, calls: readonly RecordedCall[]) => ({
  urls,
  calls: calls.map(({ status: _status, answer: _answer, ...call }) => call),
});

function coldEnvironment(
  home: ColdHome,
  urls: Record<Service, string>,
  files: { plan: string; certificate: string },
): Record<string, string> {
  const { TABLE_NAME = '', AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = benchSettings(home.endpoint, '');
  return {
    TABLE_NAME,
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    AWS_SESSION_TOKEN: 'bench'.repeat(60),
    AWS_REGION: 'us-east-1',
    SECRETS_ENDPOINT: urls.secrets,
    SECRETS_PREFIX: secretsPrefix,
    DYNAMODB_ENDPOINT: urls.table,
    LWA_TOKEN_URL: `${urls.amazon}/token`,
    LWA_TOKENINFO_URL: `${urls.amazon}/tokeninfo`,
    LWA_PROFILE_URL: `${urls.amazon}/profile`,
    ALEXA_EVENT_GATEWAY_URL: `${urls.gateway}/v3/events`,
    WAHA_URL: urls.whatsapp,
    APP_URL: 'https://app.test',
    WEBHOOK_URL: 'https://app.test',
    NODE_EXTRA_CA_CERTS: files.certificate,
    COLD_PLAN: files.plan,
  };
}

const secretsPrefix = 'recado/';
const secretsAsked = z.object({ SecretIdList: z.array(z.string()) });

function answersOf({ endpoint, secrets, amazonUserId }: ColdHome): AnswerCall {
  const table = toLocalTable(endpoint);
  const ok = (content: object) => ({ status: 200, text: JSON.stringify(content) });
  return (call) => {
    if (call.service === 'table') return table(call);
    if (call.service === 'gateway') return { status: 202, text: '' };
    if (call.service === 'whatsapp') return ok({ id: `true_1@g.us_${crypto.randomUUID()}` });
    if (call.service === 'secrets') {
      const ids = secretsAsked.parse(JSON.parse(call.body)).SecretIdList;
      const valueOf = (id: string): string => JSON.stringify(secrets[id.slice(secretsPrefix.length)] ?? {});
      return ok({ SecretValues: ids.map((id) => ({ Name: id, SecretString: valueOf(id) })), Errors: [] });
    }
    if (call.path.startsWith('/tokeninfo')) return ok({ aud: defaultClients.amazonWeb.id, user_id: amazonUserId });
    if (call.path === '/profile') return ok({ user_id: amazonUserId, name: 'Ana', email: 'ana@example.com' });
    return ok({ access_token: `Atza|${'x'.repeat(300)}`, token_type: 'bearer', expires_in: 3600 });
  };
}

function runOnce(bundle: string, event: object, env: Record<string, string>): Promise<z.output<typeof timesOf>> {
  const script = fileURLToPath(new URL('cold-process.ts', import.meta.url));
  const child = fork(script, [pathToFileURL(bundle).href, JSON.stringify(event)], {
    env,
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(timesOf.parse(message)));
    child.once('exit', (code) => reject(new Error(`A cold process ended with ${code}.`)));
  });
}

/** The best estimate of a sequence: calls that happen not to overlap can only make it longer. */
const least = (values: readonly number[]): number => Math.min(...values);

function print(name: ColdPath['name'], all: readonly Sides<Once>[]): boolean {
  console.log(`\n${name}, ${all.length} processes each: product, bare, ratio (middle half of the rounds)`);
  const row = (label: string, of: (once: Once) => number, middle = median): { product: number; ratio: number } => {
    const ratios = all.map(({ product, bare }) => of(product) / of(bare));
    const value = (side: keyof Sides<unknown>): string => middle(all.map((pair) => of(pair[side]))).toFixed(0);
    console.log(
      `  ${label.padEnd(24)}${value('product').padStart(10)}${value('bare').padStart(10)}   ${spread(ratios)}`,
    );
    return { product: middle(all.map(({ product }) => of(product))), ratio: median(ratios) };
  };
  const cpu = row('CPU ms', ({ cpuMs }) => cpuMs);
  row('  for importing', ({ importMs }) => importMs);
  const wall = row('ms to the answer', ({ wallMs }) => wallMs);
  row('calls', ({ calls }) => calls.length);
  const sequence = row('calls in sequence', ({ calls }) => inSequence(calls), least);
  const handshakes = row('handshakes', (once) => once.handshakes, least);
  printMemorySizes({ cpuMs: cpu.product, wallMs: wall.product });
  const most = limits[name];
  return cpu.ratio <= most.cpu && sequence.product <= most.inSequence && handshakes.product <= most.handshakes;
}
