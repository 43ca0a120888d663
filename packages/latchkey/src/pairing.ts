/**
 * `latchkey/pairing`: the parts of the pairing protocol that wallets and pages share. For wallets and test tools; a host
 * page needs none of this.
 */
export type { AttestationKey } from './contract/attestation.ts'
export { formatBase58, parseBase58, readBase58 } from './contract/base58.ts'
export type { RelayKind } from './contract/relay.ts'
export { verifyAttestation } from './contract/verifyAttestation.ts'
export { systemClock } from './engine/base/clock.ts'
export { openDatabase } from './engine/base/database.ts'
export { systemRandom } from './engine/base/random.ts'
export { accountOfIssuer, authMessage } from './pairing/authenticate/authMessage.ts'
export {
  createRecap,
  encodeRecap,
  grantsOf,
  recapOf,
  statementWithRecap,
} from './pairing/authenticate/recap.ts'
export type { KeyPair, PairingCrypto, SymKey } from './pairing/crypto/pairingCrypto.ts'
export type { PeerMetadata, RequestedNamespace, RequestedNamespaces } from './pairing/pairing.ts'
export { cleanMetadata, cleanText } from './pairing/session/cleanMetadata.ts'
export { createTopicRpc, type TopicAnswer, type TopicRpc } from './pairing/session/createTopicRpc.ts'
export {
  type Authentication,
  type Proposal,
  parseAuthentication,
  parseProposal,
  parseSessionCall,
  type SessionCall,
} from './pairing/session/parsePayloads.ts'
export type { AuthPayload, Cacao } from './pairing/session/payloads.schema.ts'
export { type PeerError, parseRpcMessage, type RpcMessage } from './pairing/session/rpcMessage.ts'
export { sessionErrors } from './pairing/session/sessionErrors.ts'
export { isSessionMethod, kindOf, type SessionMethod } from './pairing/session/sessionMethods.ts'
export { openTransport, type TransportOptions } from './pairing/socket/openTransport.ts'
export type { PairingTransport } from './pairing/socket/pairingTransport.ts'
export type { RelayMessage } from './pairing/socket/relayLink.ts'
export type { Records } from './pairing/store/pairingStore.ts'
export { parsePairingUri } from './pairing/uri/parsePairingUri.ts'
