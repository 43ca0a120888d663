/** Words of an entry of the Activity tab that is open. */
export const activityDetailTexts = {
  'activity.detail.hash': 'Transaction',
  'activity.detail.to': 'To',
  'activity.detail.from': 'From',
  'activity.detail.with': 'With',
  'activity.detail.known': 'The one you know',
  'activity.detail.by': 'Moved by',
  'activity.detail.amount': 'Exact amount',
  'activity.detail.time': 'Time',
} as const
