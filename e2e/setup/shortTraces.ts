/**
 * Playwright looks where each of its steps was called from, and looks the source of every caller up, though it shows none of its
 * own: that was a sixth of what a worker did. What it would leave out is left out before.
 */
const whole = Error.prepareStackTrace

Error.prepareStackTrace = (error, calls) => {
  const ours = calls.filter(call => !call.getFileName()?.includes('/node_modules/playwright'))
  return whole?.(error, ours) ?? `${error}\n${ours.map(call => `    at ${call}`).join('\n')}`
}
