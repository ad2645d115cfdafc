/** Sentences of the specification that cannot be tested, with the reason. */
export const noClaim: Readonly<Record<string, string>> = {
  '3.6': 'It says what the document is about.',
  '157.1': 'It says what the specification leaves open.',
  '207.1': 'It says what the specification leaves open.',
  '242.3': 'It says what the specification leaves open.',
  '283.1': 'It says what may be; the flags are drawings of our own, so nothing is loaded.',
  '311.2': 'It says what the specification leaves open.',
  '347.1': 'It says what the specification leaves open.',
};
