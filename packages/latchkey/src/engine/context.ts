/** What every verb of the engine gets first: its world, injected and replaceable in tests (DESIGN). */
import type { ChainAdapter, ProviderAbilities, RpcRequest } from '../contract/adapter.ts'
import type { TokenBalance } from '../contract/balance.ts'
import type { ChainNamespace } from '../contract/caip.ts'
import type { RecentConnection } from '../contract/connection.ts'
import type { Log } from '../contract/createLog.ts'
import type { ErrorCode } from '../contract/errors/table.ts'
import type { Network } from '../contract/network.ts'
import type { Frame } from '../embedded/openFrame.ts'
import type { Api } from './base/api.ts'
import type { Clock } from './base/clock.ts'
import type { ResolvedConfig } from './base/config.ts'
import type { Facts } from './base/facts.ts'
import type { Machine } from './base/machine.ts'
import type { Random } from './base/random.ts'
import type { KeyStore } from './base/storage.ts'
import type { SignInStanding } from './flows/signin/signIn.ts'
import type { KnownBalance } from './nouns/accounts/projectState.ts'
import type { ConnectionsState } from './nouns/connections/connectionsState.ts'
import type { ConnectionsEvent } from './nouns/connections/connectionsTransition.ts'
import type { Directory } from './nouns/directory/directory.ts'
import type { Profiles } from './nouns/identity/profilesTransition.ts'
import type { Journal } from './nouns/journal/journal.ts'
import type { Flags } from './nouns/remoteconfig/createFlags.ts'
import type { RemoteFeatures } from './nouns/remoteconfig/remoteFeatures.ts'
import type { SessionClient } from './nouns/sessions/sessionClient.ts'
import type { WalletsEvent, WalletsState } from './nouns/wallets/walletsTransition.ts'

/** A connected provider of one namespace; never leaves the engine but by `getProvider()`. */
export interface LiveProvider {
  readonly provider: unknown
  readonly adapter: ChainAdapter
  readonly abilities: ProviderAbilities
  readonly unwatch: () => void
}

/** The providers behind the connections, by connection id and namespace. */
export interface LiveProviders {
  get(connectionId: string, namespace: ChainNamespace): LiveProvider | undefined
  set(connectionId: string, namespace: ChainNamespace, live: LiveProvider): void
  /** Stops watching and forgets. */
  drop(connectionId: string, namespace: ChainNamespace): void
  clear(): void
}

/** In-card notice (SPEC §3 "Notification"). */
export interface Notice {
  readonly message: string
  readonly variant: 'success' | 'loading' | 'error'
}

export interface EngineContext {
  /** The options as of now; `update` and `addNetwork` replace it. */
  readonly config: ResolvedConfig
  /** The page is open on a phone or a tablet: wallets are apps there. */
  readonly phone: boolean
  readonly clock: Clock
  readonly random: Random
  readonly storage: KeyStore
  readonly facts: Facts
  readonly connections: Machine<ConnectionsState, ConnectionsEvent>
  readonly wallets: Machine<WalletsState, WalletsEvent>
  readonly balances: Machine<Readonly<Record<string, KnownBalance>>, BalanceEvent>
  /** Names and pictures; an event is all that is known from now on. */
  readonly profiles: Machine<Profiles, Profiles>
  /** Tokens as the public state says them, by CAIP-10 address; an event is all that is known from now on. */
  readonly tokenBalances: Machine<TokenBalances, TokenBalances>
  /** The URL for the visitor's Farcaster app while a login waits for it; an event is the one that holds from now on. */
  readonly farcasterUrl: Machine<string | null, string | null>
  /** The flags of the remote configuration that hold, over the host's own; an event is what holds from now on. */
  readonly remote: Machine<RemoteFeatures, RemoteFeatures>
  /** When the remote flags are asked for, and when an answer holds. */
  readonly flags: Flags
  /** Who has signed in; an event is all that is known from now on. */
  readonly signIn: Machine<SignInStanding, SignInStanding>
  /** Connections that ended, the last first; an event is all of them from now on. */
  readonly recents: Machine<readonly RecentConnection[], readonly RecentConnection[]>
  readonly live: LiveProviders
  /** The adapter of a namespace, loaded once. @throws LatchkeyError ADAPTER_NOT_FOUND, CHUNK_FAILED. */
  adapter(namespace: ChainNamespace): Promise<ChainAdapter>
  /** JSON-RPC to a network by the host's own URLs. */
  rpc(network: Network): RpcRequest
  /** The services' calls, in a chunk fetched with the first of them. @throws LatchkeyError CHUNK_FAILED. */
  api(): Promise<Api>
  /** The wallet directory, in a chunk fetched when it is first asked. @throws LatchkeyError CHUNK_FAILED. */
  directory(): Promise<Directory>
  /** The pairing client, in a chunk fetched when a wallet beyond this browser is reached for. @throws LatchkeyError CHUNK_FAILED. */
  sessions(): Promise<SessionClient>
  /** The wallet frame, loaded when it is first asked for; absent where there is no page to draw it on. @throws LatchkeyError IFRAME_NOT_SET, CHUNK_FAILED. */
  readonly frame?: (() => Promise<Frame>) | undefined
  /** What was set going from here, in a chunk fetched when it is first asked for. @throws LatchkeyError CHUNK_FAILED. */
  journal(): Promise<Journal>
  /** Shows a notice in the card. */
  notify(notice: Notice): void
  /** Tells the developer: console once per code and page, and the `alert` fact (SPEC §8 "Other alerts"). */
  alert(code: ErrorCode, context?: Readonly<Record<string, unknown>>): void
  /** What went wrong lately, for a bug report: alerts and the relay's errors. */
  readonly log: Log
  /** Whether the widget is in the page: the element that it stands in may have been taken away. */
  readonly isInPage?: (() => boolean | undefined) | undefined
  /** Ends with the engine; flows pass it on to whatever waits. */
  readonly signal: AbortSignal
}

export type TokenBalances = Readonly<Record<string, readonly TokenBalance[]>>

export type BalanceEvent = {
  readonly type: 'known'
  readonly caip10: string
  readonly balance: KnownBalance | undefined
}
