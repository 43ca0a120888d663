/** An error as extensions throw them: words, and a number only where a test says so. */
export function polkadotError(message: string, more: object = {}): Error {
  return Object.assign(new Error(message), more)
}

/** How a simulated Polkadot wallet fails. */
export const polkadotErrors = {
  rejected: (message = 'Cancelled') => polkadotError(message),
  busy: () => polkadotError('The source has a pending authorization request'),
  offline: () => polkadotError('Extension context invalidated.'),
  coded: (code: number, message = 'The wallet failed.', data?: unknown) =>
    polkadotError(message, { code, ...(data !== undefined && { data }) }),
} as const
