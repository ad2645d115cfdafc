import { describe, expect, test } from 'vitest';

import { Refusal } from '#shared/refusals.ts';

import { idempotencyKey } from './idempotency-key.ts';

type Given = { header?: string; id?: string; messageId?: string };
const keyOf = ({ header, id, messageId }: Given) =>
  idempotencyKey(
    {
      headers: header === undefined ? {} : { 'idempotency-key': header },
      rawQueryString: id === undefined ? '' : `id=${encodeURIComponent(id)}`,
    },
    messageId,
  );

describe('idempotency key', () => {
  test.each<[string, Given, string | undefined]>([
    ['of a call without one', {}, undefined],
    ['of the header', { header: 'a' }, 'a'],
    ['of the address', { id: 'a' }, 'a'],
    ['of a signed call', { messageId: 'a' }, 'a'],
    ['of all three, the same', { header: 'a', id: 'a', messageId: 'a' }, 'a'],
    ['of the address, where the header is empty', { header: '', id: 'a' }, 'a'],
    ['of the header, where the address has an empty one', { header: 'a', id: '' }, 'a'],
    ['of the address, with a line end', { header: 'a', id: 'a\r\n' }, 'a'],
    ['of an empty address', { id: '' }, undefined],
    ['of an empty header', { header: ' ' }, undefined],
    ['of 128 characters', { id: 'x'.repeat(128) }, 'x'.repeat(128)],
  ])('reads the key %s', (_, given, expected) => {
    expect(keyOf(given)).toBe(expected);
  });

  test.each<[string, Given, string]>([
    ['a key of 129 characters in the address', { id: 'x'.repeat(129) }, 'trigger.keyInvalid'],
    ['a signed key of 129 characters', { messageId: 'x'.repeat(129) }, 'trigger.keyInvalid'],
    ['two keys that differ', { header: 'a', id: 'b' }, 'trigger.keysDiffer'],
    ['a key that differs from the signed one', { header: 'a', messageId: 'b' }, 'trigger.keysDiffer'],
  ])('rejects %s', (_, given, code) => {
    expect(() => keyOf(given)).toThrow(new Refusal(code === 'trigger.keyInvalid' ? code : 'trigger.keysDiffer'));
  });
});
