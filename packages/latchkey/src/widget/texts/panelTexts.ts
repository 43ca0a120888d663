/** Words in the place of a tab that did not come. */
export const panelTexts = {
  'account.panelHint': 'Check your internet connection and try again.',
} as const
