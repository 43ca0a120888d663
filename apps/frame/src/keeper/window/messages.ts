import type { KeeperKeys } from '../keeperKeys.ts'
import type { NoteOwner } from '../note.ts'

/** The fragment of its address that marks a window of the wallet's origin as the one that stores keys for a frame. */
export { keeperHash } from 'latchkey/services'
/** The messages of such a window to the frame, and the answer with a port. */
export const keeperReady = '@latchkey-window/KEEPER_READY'
export const keeperPort = '@latchkey-window/KEEPER_PORT'

/** From the frame to its window, over the port. Both are of one origin and one release, and no page is in between. */
export type ToKeeper =
  | { readonly is: 'keep'; readonly owner: NoteOwner; readonly keys: KeeperKeys }
  | { readonly is: 'open'; readonly owner: NoteOwner }

/** From the window to the frame. */
export type FromKeeper =
  | { readonly is: 'kept' }
  | { readonly is: 'opened'; readonly keys: KeeperKeys }
  /** It has none for that host page. */
  | { readonly is: 'none' }
  /** This browser stores nothing for the wallet's own windows either. */
  | { readonly is: 'failed' }
