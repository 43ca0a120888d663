import type { CaipNetworkId } from '../contract/caip.ts'
import type { FrameChannel } from './frame.ts'

/** What one namespace of a login is spoken to by. */
export interface Spoken {
  /** For the namespace's adapter. */
  readonly provider: unknown
  /** Announces the wallet to other code of the page, until the answer is called. */
  announce(): () => void
  /** The page's network has changed, where the provider has none of its own; absent: the provider moves by itself. */
  readonly moved?: (network: CaipNetworkId) => void
  /** The login is over: what other code of the page still has of the wallet is without an account. */
  end(): void
  /** Stops listening to the frame. */
  destroy(): void
}

/** Makes the wallet of a login for one namespace, by the kind of provider that its facts name. */
export type Speak = (options: {
  readonly frame: FrameChannel
  /** Those of the namespace that the page lists; there may be none. */
  readonly networks: readonly CaipNetworkId[]
  /** Where the page is; undefined: nowhere yet. */
  readonly network: CaipNetworkId | undefined
  /** `endpoints.frame`. */
  readonly endpoint: string
  /** 32 hex characters, new for each login. */
  readonly id: string
  /** Absent: there is no page to announce it to. */
  readonly page: Window | undefined
  /** Loads a frame that was lost anew (F29), or another one in its place. */
  readonly revive: () => Promise<FrameChannel>
  /** Called after a logout, here or in another tab of the wallet. */
  readonly loggedOut: () => void
  /** A call that is not allowed took back what waited for the visitor. */
  readonly tookBack: () => void
}) => Spoken | undefined
