/** What is wrong with a receiver. The first line is SPEC §8's and comes from the error table. */
export const receiverProblemTexts = {
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
} as const
