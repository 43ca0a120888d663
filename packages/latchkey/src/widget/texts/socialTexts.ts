/** Words of the ways to log in beside a mailbox, as Connect lists them. */
export const socialTexts = {
  'social.with': 'Continue with {name}',
  'social.passkey': 'Continue with a passkey',
  'social.passkeyLast': 'Continue with a passkey, used last',
  'social.more': 'More ways to log in',
  'social.list': 'Ways to log in',
  'social.last': 'recent',
  'social.withLast': 'Continue with {name}, used last',
  'social.unavailable': '{name} is unavailable right now',
  'social.unavailableHint': 'Unavailable right now',
  'social.going': 'Taking you to {name}',
} as const
