/** Words about the receiver of a transfer. */
export const receiverTexts = {
  'send.looking': 'Looking for {name}',
  'send.nameReads': 'Read as {name}',
  'send.nameForeign': 'It has letters that can be mistaken for others. Check the address.',
  'send.firstTime': 'You have not sent anything to this address from here yet. Check it.',
  'send.self': 'This is the account you send from.',
  'send.ownAccount': 'This is another account of yours.',
  'send.alike': 'This address looks like one you know, but is another',
  'send.alikeHint': 'What differs is marked. Whoever made it may hope that you mistake it.',
  'send.recent': 'Sent before',
  'send.unsettled': 'Not settled yet',
  'send.open': 'Not settled yet: {amount} to {receiver}',
} as const
