import type { FramePayload } from 'latchkey/services'
import type {
  MadePasskey,
  MakeAsked,
  PasskeyBrowser,
  PasskeyErrorCode,
  UsedPasskey,
} from '../passkeyBrowser.ts'

/** The fragment of its address that marks a window of the wallet's origin as one for a passkey. */
export const passkeyHash = '#passkey'
/** The messages of such a window to the frame that opened it, and the answer with a port. */
export const passkeyReady = '@latchkey-window/PASSKEY_READY'
export const passkeyPort = '@latchkey-window/PASSKEY_PORT'

/** From the frame to its window, over the port. Both are of one origin and one release, and no page is in between. */
export type ToPasskeyWindow =
  | { readonly is: 'theme'; readonly theme: FramePayload<'SYNC_THEME'> }
  | { readonly is: 'make'; readonly asked: MakeAsked }
  | { readonly is: 'use'; readonly asked: Parameters<PasskeyBrowser['use']>[0] }
  /** Nothing is waited for any more. */
  | { readonly is: 'over' }

/** From the window to the frame. */
export type FromPasskeyWindow =
  /** Its person is ready, once or again: for a challenge that is fresh then. */
  | { readonly is: 'pressed' }
  | { readonly is: 'made'; readonly made: MadePasskey }
  | { readonly is: 'used'; readonly used: UsedPasskey }
  | { readonly is: 'failed'; readonly code: PasskeyErrorCode }
  /** It is closed, or loaded anew: nothing of it is left. */
  | { readonly is: 'left' }
