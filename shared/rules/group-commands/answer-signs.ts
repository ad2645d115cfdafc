/** A text that begins with one of these may be the reply of another linked number. */
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
