import { createTable, type Table } from '#functions/data/table.ts';
import { wholeTable, type StoredItem } from '#functions/data/whole-table.ts';
import { readConfig } from '#functions/platform/config.ts';

import { startSandboxes } from '../../sandboxes/index.ts';
import { sandboxClient } from '../../sandboxes/sandbox-client.ts';
import { defaultSkill, type SandboxPerson } from '../../sandboxes/world.ts';
import { aTable } from '../../support/worlds/a-table.ts';
import { tableProxy } from '../injected/table-proxy.ts';
import { aVirtualClock, endlessMs } from '../virtual-clock.ts';
import type { CallStrike } from './call-faults.ts';
import { aConnectingProduct, type ConnectingProduct } from './connecting-product.ts';

export const appUrl = 'https://app.test';
export const hourMs = 3_600_000;

/** The timeout of the product's table client, for each of its three attempts. */
const givesUpMs = 1_500;

export type Rig = Awaited<ReturnType<typeof aRig>>;

/**
 * The sandboxes of the other companies, and any number of product processes on their own table. Time passes only when a
 * cell advances the clock, so no deadline depends on the machine.
 */
export async function aRig(tableUrl: string) {
  const table = await aTable();
  const clock = aVirtualClock();
  const people: SandboxPerson[] = [];
  const sandboxes = await startSandboxes({
    appUrl,
    people,
    now: clock.now,
    skillEndpoint: (directive) => current.skill(directive),
    // Delivers every event twice.
    skillEvents: async (event) => {
      await current.events(event);
      return current.events(event);
    },
  });
  const { url } = sandboxes;
  const client = sandboxClient(url);
  const proxy = await tableProxy(tableUrl, clock, givesUpMs);
  const settings = {
    TABLE_NAME: table.name,
    DYNAMODB_ENDPOINT: proxy.endpoint,
    APP_URL: appUrl,
    WEBHOOK_URL: appUrl,
    SECRETS_PREFIX: 'recado/test/',
    SIGN_INS_PER_MINUTE: '999999',
    LWA_AUTHORIZE_URL: `${url}/amazon/ap/oa`,
    LWA_TOKEN_URL: `${url}/amazon/auth/o2/token`,
    LWA_PROFILE_URL: `${url}/amazon/user/profile`,
    LWA_TOKENINFO_URL: `${url}/amazon/auth/o2/tokeninfo`,
    ALEXA_EVENT_GATEWAY_URL: `${url}/alexa/v3/events`,
    ALEXA_SKILL_ID: defaultSkill.id,
    ALEXA_COMPARES_ACCOUNTS: '1',
    ALEXA_API_URL: `${url}/alexa`,
    ALEXA_API_URL_EU: `${url}/alexa/eu`,
    ALEXA_API_URL_FE: `${url}/alexa/fe`,
  };
  const behindProxy = createTable(readConfig({ ...settings, TABLE_TIMEOUT_MS: String(endlessMs) }));

  async function ordered(path: string, body: object): Promise<void> {
    const { status, text } = await client.json(path, body);
    if (status !== 200) throw new Error(`The sandbox does not take ${path}: ${text}`);
  }
  const live = (way: Table, strike?: CallStrike): ConnectingProduct =>
    aConnectingProduct({ table, way, clock, settings, ordered, strike });

  const well = live(table);
  let current = well;
  // Alexa holds its events until a test releases them.
  await ordered('/alexa/_enablement', { events: 'held' });

  return {
    table,
    clock,
    people,
    client,
    ordered,
    proxy,
    sandboxUrl: url,
    homes: sandboxes.homes,
    /** A product without faults. */
    well,
    /** A product whose calls to other companies fail. */
    struck: (strike: CallStrike): ConnectingProduct => live(table, strike),
    /** A product whose calls to the table fail. */
    behindProxy: (): ConnectingProduct => live(behindProxy),
    /** Sets the product that receives Alexa's directives and events. */
    answerWith: (by: ConnectingProduct = well) => void (current = by),
    async items(): Promise<StoredItem[]> {
      const found: StoredItem[] = [];
      for await (const page of wholeTable(table, clock.now())) found.push(...page);
      return found;
    },
    async close(): Promise<void> {
      for (const { doc } of [table, behindProxy]) doc.destroy();
      proxy.close();
      await sandboxes.close();
    },
  };
}
