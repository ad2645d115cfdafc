import { describe, expect, test } from 'vitest';

import { isEdit } from './edits.ts';
import { contentOf } from './message-content.ts';

const conversation = { conversation: 'Boa noite' };

/** Fields of `Message` whose type is `FutureProofMessage`, and two more with a message in them. */
const wrappers = [
  'associatedChildMessage',
  'botForwardedMessage',
  'botInvokeMessage',
  'botTaskMessage',
  'commentMessage',
  'deviceSentMessage',
  'documentWithCaptionMessage',
  'ephemeralMessage',
  'eventCoverImage',
  'groupMentionedMessage',
  'groupStatusMentionMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'limitSharingMessage',
  'lottieStickerMessage',
  'pollCreationMessageV4',
  'pollCreationOptionImageMessage',
  'questionMessage',
  'questionReplyMessage',
  'statusAddYours',
  'statusMentionMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'messageOfNextYear',
];

test.each(wrappers)('a message in %s is read, and is no edit', (name) => {
  const wrapped = { messageContextInfo: { deviceListMetadata: {} }, [name]: { message: conversation } };
  expect([contentOf(wrapped), isEdit(wrapped)]).toEqual([{ text: 'Boa noite', hasMedia: false }, false]);
  const twice = { ephemeralMessage: { message: { [name]: { message: { imageMessage: { caption: 'Oi' } } } } } };
  expect(contentOf(twice)).toEqual({ text: 'Oi', hasMedia: true });
});

test.each(['editedMessage', 'protocolMessage', 'secretEncryptedMessage', 'editedMessageV2'])(
  'what is in %s changes an older message and has no text',
  (name) => {
    const edit = { [name]: { message: conversation } };
    expect([contentOf(edit).text, isEdit(edit)]).toEqual(['', true]);
    expect(isEdit({ botForwardedMessage: { message: edit } })).toBe(true);
  },
);

describe('the label of a choice', () => {
  const nested = { Response: { SelectedDisplayText: 'Sim' } };
  const params = JSON.stringify({ display_text: 'Sim' });

  test.each<[string, object]>([
    ['a button', { buttonsResponseMessage: { selectedDisplayText: 'Sim' } }],
    ['a button whose other field is empty', { buttonsResponseMessage: { selectedDisplayText: '', ...nested } }],
    ['a button whose other field is null', { buttonsResponseMessage: { selectedDisplayText: null, ...nested } }],
    ['a flow', { interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson: params } } }],
    [
      'a flow whose other fields are empty',
      {
        interactiveResponseMessage: {
          body: { text: '' },
          nativeFlowResponseMessage: { paramsJson: '', paramsJSON: '' },
          InteractiveResponseMessage: { NativeFlowResponseMessage: { paramsJson: '', paramsJSON: params } },
        },
      },
    ],
  ])('is the text of %s', (_, message) => {
    expect(contentOf({ ...message })).toEqual({ text: 'Sim', hasMedia: false });
  });
});

test('a forwarded answer of a bot has the text of its parts', () => {
  const submessages = [{ messageType: 2, messageText: 'Boa noite' }, { messageType: 5 }];
  const message = { botForwardedMessage: { message: { richResponseMessage: { messageType: 1, submessages } } } };
  expect(contentOf(message)).toEqual({ text: 'Boa noite', hasMedia: false });
});

test('a message with a text in its field message is no wrapper', () => {
  expect(contentOf({ orderMessage: { message: 'Boa noite' } })).toEqual({ text: '', hasMedia: false });
});
