/** Words of the Tokens tab. */
export const tokensTexts = {
  'tokens.list': 'Tokens',
  'tokens.total': 'Total value',
  'tokens.testnet': 'Test networks have no token list',
  'tokens.testnetHint': 'What is on {network} has no value anywhere else.',
  'tokens.unsupportedHint': 'Nobody lists tokens on {network}. Another network may have some.',
  'tokens.empty': 'No tokens on {network} yet',
  'tokens.emptyHint': 'What you receive shows here.',
  'tokens.asOf': 'Last known {age}.',
  'tokens.nextTry': 'Next try in {seconds}\u00a0s.',
  'tokens.retrying': 'Trying again…',
  'tokens.offline': 'Waiting for the network connection.',
} as const
