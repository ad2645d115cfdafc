/** What answers begin with. A text that begins so is never a command, for it may be an answer of another number. */
export const answerSigns = {
  done: '✅',
  problem: '⚠️',
  slow: '⏳',
  list: '📋',
  help: '💡',
  question: '🤔',
  plan: '🔒',
} as const;
