/** The state and services that the functions of the session protocol share. */
import type { LatchkeyError } from '../../contract/error.ts'
import type { Proof } from '../../contract/siwx.ts'
import type { PairingApproval, PairingEvents, PairingOptions } from '../pairing.ts'
import type { PairingTransport } from '../socket/pairingTransport.ts'
import type { Records } from '../store/pairingStore.ts'
import type { SessionList } from './createSessionList.ts'
import type { TopicRpc } from './createTopicRpc.ts'
import type { LoadLiving } from './loadLiving.ts'
import type { RpcMessage } from './rpcMessage.ts'
import type { StoredFarewell, StoredProposal } from './storedSession.ts'

/** A pairing of this tab that waits for a wallet. */
export interface Attempt {
  readonly uri: string
  /** Milliseconds that the relay was thought to be ahead when it was made. */
  readonly skew: number
  /** As it was made: the tab that leads may have forgotten it before this one reads the answer. */
  readonly proposal: StoredProposal
  /** The wallet's sign-in proofs; known to this tab by its own reading of the answer. */
  proofs?: readonly Proof[]
  /** Called when `proofs` is known. */
  signed?: () => void
  resolve(approval: PairingApproval): void
  reject(error: LatchkeyError): void
}

/** A request of this tab that waits for its answer. */
export interface Waiting {
  readonly topic: string
  settle(answer: Exclude<RpcMessage, { kind: 'request' }>): void
  /** The session is over before the answer came. */
  over(): void
}

export interface SessionWorld extends PairingTransport, Pick<PairingOptions, 'clock' | 'metadata' | 'alert'> {
  readonly rpc: TopicRpc
  readonly living: LoadLiving
  readonly list: SessionList
  readonly proposals: Records<StoredProposal>
  readonly farewells: Records<StoredFarewell>
  /** By pairing topic. */
  readonly attempts: Map<string, Attempt>
  /** By id of the question. */
  readonly waiting: Map<number, Waiting>
  emit<Type extends keyof PairingEvents>(type: Type, event: PairingEvents[Type]): void
}

/** Milliseconds of the peers' clock for ours; both are the relay's (F38). */
export function toPeerSeconds(world: Pick<SessionWorld, 'link'>, later: number): number {
  return Math.floor((world.link.serverNow() + later) / 1_000)
}

export function toLocalTime(world: Pick<SessionWorld, 'link' | 'clock'>, seconds: number): number {
  return Math.round(seconds * 1_000 - world.link.serverNow() + world.clock.now())
}
