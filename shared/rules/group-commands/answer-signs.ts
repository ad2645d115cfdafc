/** A text that begins with one may be another number's answer. */
export const answerSigns = {
  done: '✅',
  /** With the variation selector that makes it an emoji, as phones send it. */
  sent: '☑️',
  problem: '⚠️',
  slow: '⏳',
  list: '📋',
  help: '💡',
  question: '🤔',
  plan: '🔒',
} as const;
