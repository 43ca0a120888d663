import { wipe } from '../../../keys/bytes.ts'
import type { FromPasskeyWindow } from './messages.ts'

/** Posts what a passkey gave to the frame, which gets a copy, and wipes this window's own secret, also when that fails. */
export function handOver(
  port: Pick<MessagePort, 'postMessage'>,
  said: Extract<FromPasskeyWindow, { is: 'made' | 'used' }>,
): void {
  try {
    port.postMessage(said)
  } finally {
    dropSecret(said)
  }
}

/** Wipes the secret of what is not taken any further. */
export function dropSecret(said: FromPasskeyWindow): void {
  const secret = said.is === 'made' ? said.made.secret : said.is === 'used' ? said.used.secret : undefined
  if (secret) wipe(secret)
}
