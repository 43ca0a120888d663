/** Words of the pages that a mail's link leads to. */
export const linkTexts = {
  loading: 'Looking at the link…',
  ended: 'This link is no longer good',
  endedHint: 'It was used, replaced by a newer one, or is older than 10 minutes. Nothing was changed.',
  undoEndedHint:
    'The change that it is for was stopped, or can no longer be taken back. Nothing was changed just now.',
  unreached: 'The services could not be reached',
  unreachedHint: 'Nothing was changed. Check your internet connection and open the link again.',
  failed: 'That did not work. Try again.',
  ask: 'Is this you signing in?',
  askHint: 'Approve only if you see the same number on the other screen.',
  number: 'Number',
  page: 'Page',
  project: 'Project',
  browser: 'Browser',
  time: 'Time',
  unknown: '—',
  approve: 'Approve',
  deny: 'It was not me',
  approved: 'Approved',
  approvedHint: 'We’ve emailed you a code. Enter it where you started.',
  denied: 'Refused',
  deniedHint: 'The sign-in was stopped. We send nothing to this address for an hour.',
  undo: 'Was it you who changed your address?',
  undoHint: 'If not, take it back: your old address is yours again, and every browser is logged out.',
  stop: 'Was it you who asked for this?',
  stopHint:
    'It waits because the browser that asked does not have your wallet’s key. If it was not you, stop it. Nothing here makes it come earlier.',
  stopDo: 'Stop it',
  stopped: 'It was stopped',
  stoppedHint:
    'Nothing was changed. Change the password of your mailbox if someone else could read it, and take back browsers that you do not know in the settings of your wallet.',
  stopEndedHint:
    'The change that it is for took effect, or was stopped days ago. Nothing was changed just now.',
  what: 'What',
  effect: 'Takes effect',
  to: 'New address',
  undoDo: 'Take it back',
  undone: 'Your address is the old one again',
  undoneHint:
    'Every browser is logged out. Change the password of your mailbox if someone else could read it.',
} as const
