/** A text that begins with one may be another number's answer. */
export const answerSigns = {
  done: '✅',
  problem: '⚠️',
  slow: '⏳',
  list: '📋',
  help: '💡',
  question: '🤔',
  plan: '🔒',
} as const;
