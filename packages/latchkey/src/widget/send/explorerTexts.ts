/** Words of the way to a transaction in an explorer. */
export const explorerTexts = {
  'sent.explorer': 'View on {explorer}',
} as const
