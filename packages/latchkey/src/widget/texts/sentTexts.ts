/** Words of the Activity tab for what was sent from here. */
export const sentTexts = {
  'activity.asked': 'Waiting for your wallet',
  'activity.unknown': 'May have been sent',
  'activity.pending': 'Sending',
  'activity.replaced': 'Replaced',
  'activity.dropped': 'Dropped',
  'activity.cancelled': 'Cancelled',
  'activity.state.asked': 'Approve or decline it there',
  'activity.state.unknown': 'Your wallet did not answer',
  'activity.state.pending': 'Pending',
  'activity.state.dropped': 'It never reached the chain',
  'activity.state.repriced': 'Sped up',
  'activity.state.cancelledBy': 'You cancelled it',
  'activity.state.repricedBy': 'By the same with a higher fee',
  'activity.state.otherBy': 'By another transaction of yours',
  'activity.confirmed': 'Confirmed: {what}',
} as const
