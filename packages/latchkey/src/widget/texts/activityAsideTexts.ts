/** Words of the Activity tab where there is nothing to list, and of what is suspicious in it. */
export const activityAsideTexts = {
  'activity.empty': 'No activity yet',
  'activity.emptyHint': 'What you send and receive on {network} shows here.',
  'activity.unserved': 'No activity to show',
  'activity.unservedHint': 'The history of {network} is not available here.',
  'activity.allHidden': 'Nothing but spam',
  'activity.allHiddenHint': 'What others sent to fool you is hidden. You can have a look.',
  'activity.hiddenOne': 'Show 1 suspicious transaction',
  'activity.hidden': 'Show {count} suspicious transactions',
  'activity.mark.spam': 'Spam',
  'activity.mark.zero': 'Nothing moved',
  'activity.mark.dust': 'Dust',
  'activity.mark.unvouched': 'Unknown token',
  'activity.alike': 'Looks like {known}, is not',
  'activity.alikeOwn': 'Looks like your address, is not',
} as const
