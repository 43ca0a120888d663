/** What a page needs once a wallet has answered: a chunk of its own, fetched while the code is scanned. */
export { openEnvelope } from '../crypto/openEnvelope.ts'
export { createPairedProvider } from '../provider/createPairedProvider.ts'
export { endSession, giveUp } from './endSession.ts'
export { receiveMessage } from './receiveMessage.ts'
export { pingWallet, requestWallet } from './requestWallet.ts'
export { resolveAttempt } from './resolveAttempt.ts'
export { restoreSessions } from './restoreSessions.ts'
export { parseStored } from './storedSession.schema.ts'
