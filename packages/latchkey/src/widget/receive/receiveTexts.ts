/** Words of Receive. */
export const receiveTexts = {
  'receive.code': 'QR code of your address',
  'receive.copy': 'Copy address',
  'receive.copied': 'Address copied',
  'receive.copyFailed': 'Couldn’t copy. Select the address and copy it.',
  'receive.only': 'Send only on {network}',
  'receive.onlyThese': 'Send only on these networks',
  'receive.lost': 'What is sent on another network may be lost.',
  'receive.ordinals': 'For coins. Ordinals go to',
  'receive.isOrdinals':
    'This address is for ordinals. Do not send coins to it: they could be treated as ordinals.',
  'receive.copyOrdinals': 'Copy the address for ordinals',
  'receive.networks': 'Compatible networks',
} as const
