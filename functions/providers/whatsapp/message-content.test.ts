import { describe, expect, test } from 'vitest';

import { isEdit } from './edits.ts';
import { contentOf } from './message-content.ts';

const conversation = { conversation: 'Boa noite' };

/** Fields of `Message` with the type `FutureProofMessage`, and two more that contain a message. */
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

test.each(wrappers)('reads a message in %s, which is not an edit', (name) => {
  const wrapped = { messageContextInfo: { deviceListMetadata: {} }, [name]: { message: conversation } };
  expect([contentOf(wrapped), isEdit(wrapped)]).toEqual([{ text: 'Boa noite', hasMedia: false }, false]);
  const twice = { ephemeralMessage: { message: { [name]: { message: { imageMessage: { caption: 'Oi' } } } } } };
  expect(contentOf(twice)).toEqual({ text: 'Oi', hasMedia: true });
});

test.each(['editedMessage', 'protocolMessage', 'secretEncryptedMessage', 'editedMessageV2'])(
  'treats a message in %s as an edit without text',
  (name) => {
    const edit = { [name]: { message: conversation } };
    expect([contentOf(edit).text, isEdit(edit)]).toEqual(['', true]);
    expect(isEdit({ botForwardedMessage: { message: edit } })).toBe(true);
  },
);

describe('labels of choices', () => {
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
  ])('returns the label of %s as the text', (_, message) => {
    expect(contentOf({ ...message })).toEqual({ text: 'Sim', hasMedia: false });
  });
});

test.each<[string, object]>([
  ['a row of a list by its description', { listResponseMessage: { title: '', description: 'Sim' } }],
  ['a row of a list by its id', { listResponseMessage: { singleSelectReply: { selectedRowId: 'Sim' } } }],
  ['a row of a list by its id, nested', { listResponseMessage: { singleSelectReply: { selectedRowID: 'Sim' } } }],
  ['a button by its id', { buttonsResponseMessage: { selectedButtonId: 'Sim' } }],
  ['a button by its id, as WAHA writes it', { buttonsResponseMessage: { selectedButtonID: 'Sim' } }],
  ['a button of a template by its id', { templateButtonReplyMessage: { selectedId: 'Sim' } }],
  ['a button of a template by its id, as WAHA writes it', { templateButtonReplyMessage: { selectedID: 'Sim' } }],
  ...['title', 'id'].map((name): [string, object] => [
    `a flow by its ${name}`,
    { interactiveResponseMessage: { nativeFlowResponseMessage: { paramsJson: JSON.stringify({ [name]: 'Sim' }) } } },
  ]),
])('a choice without a label is read: %s', (_, message) => {
  expect(contentOf({ ...message })).toEqual({ text: 'Sim', hasMedia: false });
});

test('joins the texts of a forwarded bot reply', () => {
  const submessages = [{ messageType: 2, messageText: 'Boa noite' }, { messageType: 5 }];
  const message = { botForwardedMessage: { message: { richResponseMessage: { messageType: 1, submessages } } } };
  expect(contentOf(message)).toEqual({ text: 'Boa noite', hasMedia: false });
});

test('does not treat a text field called message as a wrapper', () => {
  expect(contentOf({ orderMessage: { message: 'Boa noite' } })).toEqual({ text: '', hasMedia: false });
});
