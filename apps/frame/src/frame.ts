import type {
  FrameAnswer,
  FrameCallName,
  FrameEvent,
  FrameEventName,
  FramePayload,
  FrameSite,
} from 'latchkey/services'
import type { LoggedIn } from './provider/loggedIn.ts'
import type { Screens } from './screens/createScreens.ts'
import type { KeptStore } from './store/openKeptStore.ts'

/** The frame once a page was let in: what every handler gets. */
export interface Frame {
  readonly site: FrameSite
  /** The origin of the page around it, as the browser says it: the only name of the page to be believed (T07). */
  readonly host: string
  readonly protocol: number
  /** What this browser keeps for the wallet under this page. */
  readonly store: KeptStore
  readonly screens: Screens
  /** What the page said of itself and of its look; replaced by its messages. */
  readonly page: PageWords
  /** The logged-in visitor; undefined without a login. Provided by `login/`; absent in a frame without it. */
  readonly login?: () => Promise<LoggedIn | undefined>
  /** Emits an event to the page. */
  emit<E extends FrameEventName>(name: E, payload: FrameEvent<E>): void
  /** Ends with the page. */
  readonly signal: AbortSignal
}

export interface PageWords {
  theme: FramePayload<'SYNC_THEME'>
  dapp: FramePayload<'SYNC_DAPP_DATA'>
}

/**
 * Answers one kind of request. The page receives only the code of a thrown error; an `rpc` in the context of a
 * LatchkeyError adds EIP-1193's number and text.
 */
export type FrameHandler<N extends FrameCallName> = (
  payload: FramePayload<N>,
  frame: Frame,
) => FrameAnswer<N> | Promise<FrameAnswer<N>>

/** The requests that this frame knows, each in a chunk of its own that the first request fetches. */
export type FrameHandlers = { readonly [N in FrameCallName]?: () => Promise<FrameHandler<N>> }
