import { describe, expect, test } from 'vitest';

import { aClock } from '#test/support/worlds/a-clock.ts';

import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';

function aLog() {
  const lines: string[] = [];
  const deps = { write: (line: string) => void lines.push(line), now: aClock().now };
  return { lines, log: createLog(deps), metrics: createMetrics({ ...deps, namespace: 'Recado/test' }) };
}

describe('log lines', () => {
  test('writes one JSON object with time, level, event and ids', () => {
    const { log, lines } = aLog();
    log('signIn.done', { userId: 'u-1', first: true });
    expect(lines).toEqual([
      '{"time":"2026-11-20T12:00:00.000Z","level":"INFO","event":"signIn.done","userId":"u-1","first":true}\n',
    ]);
  });

  test('writes a stack within one line', { tags: 'threat-logs' }, () => {
    const { log, lines } = aLog();
    log('request.failed', {}, new Error('two\nlines', { cause: new Error('deeper') }));
    expect(lines[0]?.trimEnd()).not.toContain('\n');
    expect(lines[0]).toContain('"deeper":"Error: deeper"');
  });

  test.each([
    '\n{"event":"signIn.done","level":"INFO"}',
    '\r\nlevel=ERROR',
    '","event":"signIn.done","x":"',
    '\u001b[2J\u001b[31mgone',
    '\u009b2J\u0085next',
    '\u2028next\u2029',
    '\u0000\u007f',
    '\ud800',
  ])('escapes text that could end, continue or colour a line: %j', (written) => {
    const { log, lines } = aLog();
    log('request.failed', { route: written, workspaceId: 7 }, new Error(written, { cause: new Error(written) }));
    const [line = '', ...others] = lines;
    expect(others).toEqual([]);
    // oxlint-disable-next-line no-control-regex -- the test looks for control characters
    expect(line).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ud800]+\n$/);
    expect(JSON.parse(line)).toMatchObject({ event: 'request.failed', level: 'ERROR', route: written, workspaceId: 7 });
  });

  test.each([
    ['a query string', 'GET https://app.test/prod/trigger/7/trg-1?token=hidden failed'],
    ['a query string with several values', 'https://app.test/callback?state=hidden&code=hidden-too'],
    ['a bearer token', 'sent Bearer hidden.hidden to Amazon'],
    ['a client in basic form', 'authorization: Basic hidden=='],
    ["Amazon's access token", 'refused Atza|hidden-with/everything'],
    ["Amazon's refresh token", 'refused Atzr|hidden'],
    ['a signed token', 'cannot read eyJhbGciOi.hidden.hidden'],
    ['a sealed text', 'cannot open eyJhbGciOi..hidden.hidden.hidden'],
  ])('redacts %s in an error message', (_, message) => {
    const { log, lines } = aLog();
    log('request.failed', {}, new Error(message));
    expect(lines[0]).toContain('[redacted]');
    expect(lines[0]).not.toContain('hidden');
  });
});

describe('metrics', () => {
  const { metrics, lines } = aLog();
  const written = (): unknown => JSON.parse(lines.at(-1) ?? '');

  test('writes each metric as an embedded metric of CloudWatch, with the dimensions of the catalogue', () => {
    metrics({ Runs: 1, RunMs: 120 }, { channel: 'webhook', outcome: 'sent' });
    expect(written()).toEqual({
      _aws: {
        Timestamp: 1795176000000,
        CloudWatchMetrics: [
          {
            Namespace: 'Recado/test',
            Dimensions: [['channel', 'outcome']],
            Metrics: [{ Name: 'Runs', Unit: 'Count' }],
          },
          {
            Namespace: 'Recado/test',
            Dimensions: [['channel'], []],
            Metrics: [{ Name: 'RunMs', Unit: 'Milliseconds' }],
          },
        ],
      },
      channel: 'webhook',
      outcome: 'sent',
      Runs: 1,
      RunMs: 120,
    });
  });

  test('uses the given dimension when a metric has two sets of dimensions', () => {
    metrics({ LinesLost: 2 }, { job: 'reconcile' });
    expect(written()).toMatchObject({ _aws: { CloudWatchMetrics: [{ Dimensions: [['job']] }] } });
    metrics({ LinesLost: 1 }, { shard: 'main' });
    expect(written()).toMatchObject({ _aws: { CloudWatchMetrics: [{ Dimensions: [['shard']] }] } });
  });
});
