/** Words about two addresses that look alike (T63). */
export const alikeTexts = {
  'send.alikeGiven': 'The one entered',
  'send.alikeKnown': 'The one you know',
  'send.retype': 'Type the last {count} characters of the one entered',
  'send.retypeHint': 'To go on, so that nobody sends to it by mistake.',
} as const
