/** Words of Receive. */
export const receiveTexts = {
  'receive.code': 'QR code of your address',
  'receive.copy': 'Copy address',
  'receive.copied': 'Address copied',
  'receive.copyFailed': 'Couldn’t copy. Select the address and copy it.',
  'receive.only': 'Only send assets to this address on {network}',
  'receive.onlyThese': 'Only send assets to this address on:',
  'receive.lost': 'Anything sent on another network may be lost.',
  'receive.ordinals': 'For coins. Ordinals go to',
  'receive.isOrdinals':
    'This address is for ordinals. Don’t send coins here: they could be treated as ordinals.',
  'receive.copyOrdinals': 'Copy ordinals address',
  'receive.networks': 'Compatible networks',
} as const
