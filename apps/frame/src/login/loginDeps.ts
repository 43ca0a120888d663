import type { CustodyMode, FrameEvent } from 'latchkey/services'
import type { Addresses } from '../keys/derive/addressesOf.ts'
import type { KeyDatabase } from '../keys/keyDatabase.ts'
import type { KeptStore } from '../store/openKeptStore.ts'
import type { Memory } from './memoryOf.ts'
import type { PasskeyBrowser } from './passkey/passkeyBrowser.ts'

/** What a login works with; a test gives its own. */
export interface LoginDeps {
  /** Base URL of the services. */
  readonly services: string
  readonly projectId: string
  /** The origin of the page around, as the browser says it. */
  readonly host: string
  /** The origin of the wallet's own pages: the services serve them where this one is. */
  readonly origin: string
  /** Who could use a key, as the page was built for. */
  readonly mode: CustodyMode
  readonly fetch: typeof fetch
  readonly store: KeptStore
  /** @throws DOMException where the browser keeps nothing for this page. */
  readonly openDatabase: () => Promise<KeyDatabase>
  /** Takes the keys where that database is not to be had; this page's own unless given. */
  readonly memoryDatabase?: KeyDatabase
  /** How long that database keeps what it takes. */
  readonly memory: Exclude<Memory, 'page'>
  readonly passkeys: PasskeyBrowser
  /** The browser's Web Locks: tabs refresh one after the other. */
  readonly locks: Pick<LockManager, 'request'>
  /** Tells a window of the wallet's own origin, once, the secret of a login that began here. */
  readonly tellWindow: (of: { readonly flow: string; readonly secret: string }) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
  /** The address of a wallet's smart account, while a network carries one; absent: none does. */
  readonly smartAddress?: (addresses: Addresses) => Promise<string | undefined>
  /** Reports a login or logout here. */
  readonly emit: (payload: FrameEvent<'SESSION'>) => void
  /** Ends with the page. */
  readonly signal: AbortSignal
}
