/** Words of PayForRequest. */
export const payRequestTexts = {
  'payRequest.lead': '{origin} charges for this request',
  'payRequest.about': 'Its description',
  'payRequest.to': 'Paid to',
  'payRequest.network': 'Network',
  'payRequest.request': 'Request',
  'payRequest.spent': 'Used of your limit',
  'payRequest.of': '{spent} of {limit} {token}',
  'payRequest.limit': 'Limit',
  'payRequest.hint': 'In {token}, for this site, until you leave the page or for an hour.',
  'payRequest.wrong': 'Enter at least {least} {token}.',
  'payRequest.once': 'Pay once',
  'payRequest.upTo': 'Allow up to {limit} {token}',
  'payRequest.upToMore': 'Allow up to …',
  'payRequest.decline': 'Decline',
  'payRequest.none': 'No request to pay for',
} as const
