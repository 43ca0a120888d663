import type { FramePayload } from 'latchkey/services'
import type { ExportedKey } from '../exportKey.ts'

/** The fragment of its address that marks a window of the wallet's origin as one for the key export. */
export const exportHash = '#export'
/** The messages of such a window to the frame that opened it, and the answer with a port. */
export const exportReady = '@latchkey-window/EXPORT_READY'
export const exportPort = '@latchkey-window/EXPORT_PORT'

/** From the frame to its window, over the port. Both are of one origin and one release, and no page is in between. */
export type ToExportWindow =
  | { readonly is: 'theme'; readonly theme: FramePayload<'SYNC_THEME'>; readonly address: string }
  | ({ readonly is: 'words' } & ExportedKey)
  /** A page that opens the key with a recovery code. */
  | { readonly is: 'kit'; readonly page: string }
  | { readonly is: 'failed'; readonly why: string }
  /** Its settings were left: nothing is answered any more. */
  | { readonly is: 'over' }

/** From the window to the frame: what its visitor pressed there. */
export type FromExportWindow = { readonly is: 'words' } | { readonly is: 'kit'; readonly code: string }
