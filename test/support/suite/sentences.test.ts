import { expect, test } from 'vitest';

import { driftProblems, sentencesOf, specLines, splitSentences } from './sentences.ts';

const spec = `
# Doors

Every house has a **front** door. Some have two.

| Door | Opens |
|---|---|
| \`front\` | to the street |

**Windows**
- Two windows look out on the garden.
  - one of them can be opened;
`;

test('reads lines of the specification without markup, headings and table heads', () => {
  expect(specLines(spec)).toEqual([
    { number: 4, text: 'Every house has a front door. Some have two.' },
    { number: 8, text: 'front to the street' },
    { number: 11, text: 'Two windows look out on the garden.' },
    { number: 12, text: 'one of them can be opened;' },
  ]);
});

test.each([
  ['a fragment without an end', ['a fragment without an end']],
  ['One. Two? Three!', ['One.', 'Two?', 'Three!']],
  ['The address is x. planType follows.', ['The address is x.', 'planType follows.']],
  ['They show. / and /login load.', ['They show.', '/ and /login load.']],
  ["It says 'Oh. No.' and ends.", ["It says 'Oh. No.' and ends."]],
  ["It says 'Oh. No.' (And so on). 'No' is said.", ["It says 'Oh. No.'", '(And so on).', "'No' is said."]],
  [
    "It is shown ('why'). The user's name. 'So' is said.",
    ["It is shown ('why').", "The user's name.", "'So' is said."],
  ],
  ["'Loading...' and Waiting... Then 1.5 s, etc.", ["'Loading...' and Waiting... Then 1.5 s, etc."]],
])('splits "%s" into sentences', (text, sentences) => {
  expect(splitSentences(text)).toEqual(sentences);
});

test('stores a sentence by line and number, with its first words and a hash', () => {
  const kept = sentencesOf(spec);
  expect(Object.keys(kept)).toEqual(['4.1', '4.2', '8.1', '11.1', '12.1']);
  expect(kept['11.1']).toEqual(['Two windows look out on', expect.stringMatching(/^[0-9a-f]{8}$/)]);
});

test('reports a sentence that was changed, added or removed', () => {
  const kept = sentencesOf(spec);
  expect(driftProblems(kept, sentencesOf(spec))).toEqual([]);
  expect(driftProblems(kept, sentencesOf(spec.replace('garden', 'street')))).toEqual([
    'Sentence 11.1 was "Two windows look out on" and is "Two windows look out on" in the specification',
  ]);
  expect(driftProblems(kept, sentencesOf(spec.replace(' Some have two.', '')))).toEqual([
    'Sentence 4.2 was "Some have two." and is "" in the specification',
  ]);
  expect(driftProblems(kept, sentencesOf(`${spec}\nA roof.`))).toEqual([
    'Sentence 14.1 was "" and is "A roof." in the specification',
  ]);
});
