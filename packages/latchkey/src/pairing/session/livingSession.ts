import { createPairedProvider } from '../provider/createPairedProvider.ts'
import { dropPairing } from './dropPairing.ts'
import { endSession, giveUp } from './endSession.ts'
import { receiveMessage } from './receiveMessage.ts'
import { pingWallet, requestWallet } from './requestWallet.ts'
import { resolveAttempt } from './resolveAttempt.ts'
import { restoreSessions } from './restoreSessions.ts'
import { parseStored } from './storedSession.schema.ts'

/** The code that a page needs once a wallet has answered: a lazy chunk, fetched while the visitor scans the code. */
export const livingSession = {
  createPairedProvider,
  dropPairing,
  endSession,
  giveUp,
  parseStored,
  pingWallet,
  receiveMessage,
  requestWallet,
  resolveAttempt,
  restoreSessions,
}
