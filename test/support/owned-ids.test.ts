import { expect, test } from 'vitest';

import { endpoints, fieldsOf } from '../journeys/kit/endpoints.ts';

/** Ids that are not owned, because a secret decides or another test covers them. */
const notOwned: Readonly<Record<string, string>> = {
  'createTrigger body.userId': 'ignored',
  'createWorkspace body.userId': 'ignored',
  'linkGroup body.userId': 'ignored',
  'linkGroup body.jid': 'a WhatsApp group, which only the own number can see',
  'receiveWhatsAppEvent params.lineKey': 'a signature decides',
  'createCheckoutSession body.priceId': 'one of our prices',
  'fireByGet params.workspaceId': 'its token decides, in `every-endpoint.test.ts`',
  'fireByGet params.deviceId': 'its token decides, in `every-endpoint.test.ts`',
  'fireByPost params.workspaceId': 'its token decides, in `every-endpoint.test.ts`',
  'fireByPost params.deviceId': 'its token decides, in `every-endpoint.test.ts`',
  'fireByGet query.id': 'an idempotency key',
  'fireByPost query.id': 'an idempotency key',
  'readPassRun query.id': 'an idempotency key, only for runs of its pass',
  'readRun params.workspaceId': 'its token decides, in `receipts.test.ts`',
  'readRun params.deviceId': 'its token decides, in `receipts.test.ts`',
  'readRun params.executionId': 'only a run of the trigger, in `receipts.test.ts`',
  'pollFindings params.workspaceId': 'its token decides, in `findings.test.ts`',
  'amazon query.workspace': 'ends on a page, in `every-endpoint.test.ts`',
  'amazonCallback query.state': 'bound to the browser',
  'googleCallback query.state': 'bound to the browser',
};

test('finds a journey or an explanation for every id in a contract', { tags: 'threat-foreign-id' }, () => {
  const found = endpoints.flatMap(({ name, endpoint: { params, query, body, owned = {} } }) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      fieldsOf(schema)
        .filter((field) => /(?:^|[a-z])(?:id|Id|workspace|state|Key)$/.test(field) || field === 'id')
        .map((field) => `${part}.${field}`)
        .filter((place) => !(place in owned))
        .map((place) => `${name} ${place}`),
    ),
  );
  expect(found.filter((place) => !(place in notOwned))).toEqual([]);
  expect(Object.keys(notOwned).filter((place) => !found.includes(place))).toEqual([]);
});
