/** The numeric refusals and disconnect reasons of the session protocol. */
export const sessionErrors = {
  invalidUpdate: { code: 1003, message: 'Invalid update request' },
  invalidExtend: { code: 1004, message: 'Invalid extend request' },
  invalidSettle: { code: 1005, message: 'Invalid session settle request' },
  unauthorizedEvent: { code: 3002, message: 'Unauthorized event' },
  userRejected: { code: 5000, message: 'User rejected.' },
  userDisconnected: { code: 6000, message: 'User disconnected.' },
  settlementFailed: { code: 7000, message: 'Session settlement failed' },
  unsupportedMethod: { code: 10001, message: 'Unsupported wc_ method' },
} as const
