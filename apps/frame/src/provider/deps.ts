import type { CaipNetworkId, RpcRequest } from 'latchkey/contract'
import type { FrameEvent, FrameEventName, FrameSite } from 'latchkey/services'
import type { ServicesPlace } from '../permission/createSessions.ts'
import type { ShownScreen } from '../screens/createScreens.ts'
import type { Locks } from '../store/locksOf.ts'
import type { KeptStore } from '../store/openKeptStore.ts'
import type { PendingApproval } from './approval.ts'
import type { ReadBalances } from './createBalances.ts'
import type { ReadName } from './createNames.ts'
import type { ReadPrices } from './createPrices.ts'
import type { ReadSmartNetworks } from './createSmartNetworks.ts'
import type { LoggedIn } from './loggedIn.ts'
import type { AskPaymaster } from './operation/paymasters.ts'

/** What the provider works with; a test gives its own. */
export interface ProviderDeps {
  /** The page's origin, as the browser says it. */
  readonly host: string
  /** The logged-in visitor; undefined without a login. */
  readonly login: () => Promise<LoggedIn | undefined>
  readonly nodes: (network: CaipNetworkId) => RpcRequest
  readonly balances: ReadBalances
  readonly show: (approval: PendingApproval) => ShownScreen
  readonly store: KeptStore
  /** Contracts of further networks, as the operator's services name them in the wallet's page; absent: none. */
  readonly contracts?: FrameSite['contracts']
  /** What the operator calls further networks; absent: none. */
  readonly described?: FrameSite['networks']
  /** The project's own addresses; absent: none. */
  readonly payee?: FrameSite['payee']
  /** Absent: no approval shows money. */
  readonly prices?: ReadPrices
  /** Absent: no approval shows names. */
  readonly names?: ReadName
  /** Absent: there are no smart accounts. */
  readonly smartNetworks?: ReadSmartNetworks
  /** Absent: no paymaster can be asked, so that the account pays. */
  readonly paymasters?: AskPaymaster
  /** Where permissions are listed; absent: there are none. */
  readonly services?: ServicesPlace
  /** The networks that the page lists; undefined until it said so. */
  readonly networks: () => readonly CaipNetworkId[] | undefined
  readonly emit: <E extends FrameEventName>(name: E, payload: FrameEvent<E>) => void
  readonly clock: ProviderClock
  /** Tabs of one browser send one after the other. */
  readonly locks: Locks
}

export interface ProviderClock {
  /** Milliseconds. */
  now(): number
  wait(milliseconds: number): Promise<void>
  /** Answers how to take it back. */
  after(milliseconds: number, run: () => void): () => void
}
