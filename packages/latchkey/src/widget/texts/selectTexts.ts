/** Words of the token picker of sending. */
export const selectTexts = {
  'select.search': 'Search tokens',
  'select.clear': 'Clear the search',
  'select.list': 'Tokens',
  'select.none': 'No token is called “{search}”',
  'select.noneHint': 'Search for a name, a symbol or an address.',
  'select.empty': 'There is nothing to send here',
  'select.emptyHint': 'This account holds no tokens on {network}.',
} as const
