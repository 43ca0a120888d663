/** Words about the receiver of a transfer. The first line of an error is SPEC §8's and comes from the error table. */
export const receiverTexts = {
  'send.looking': 'Looking for {name}',
  'send.showAddress': 'Show full address',
  'send.hideAddress': 'Hide full address',
  'send.nameReads': 'Read as {name}',
  'send.nameForeign': 'It has letters that can be mistaken for others. Check the address.',
  'send.firstTime': 'You have not sent anything to this address from here yet. Check it.',
  'send.self': 'This is the account you send from.',
  'send.ownAccount': 'This is another account of yours.',
  'send.alike': 'This address looks like one you know, but is another',
  'send.alikeHint': 'What differs is marked. Whoever made it may hope that you mistake it.',
  'send.problem.address': 'It is neither an address nor a name.',
  'send.problem.checksum':
    'Its capital letters do not fit: one of its characters is wrong. Copy it once more from where it came.',
  'send.problem.zero': 'This is the address of nobody: what is sent there is lost.',
  'send.problem.name': 'It is no valid name.',
  'send.problem.imitation':
    '“{letters}” is of another alphabet. Somebody may be imitating a name that you know.',
  'send.problem.noName': 'Nobody has this name, or it has no address on {network}.',
  'send.problem.offline': 'It could not be looked up. Check your internet connection, or enter the address.',
  'send.problem.noServices': 'Names cannot be looked up here. Enter the address.',
  'send.problem.ownContract': 'This is the contract of {token} itself: what is sent there is lost.',
  'send.recent': 'Sent before',
  'send.unsettled': 'Not settled yet',
  'send.open': 'Not settled yet: {amount} to {receiver}',
} as const
