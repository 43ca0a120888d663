import type { FramePayload } from 'latchkey/services'
import type { ApprovalProgress, ApprovalRequest } from '../../provider/approval.ts'

/** The fragment of its address that marks a window of the wallet's origin as one for an approval. */
export const approveHash = '#approve'
/** The messages of such a window to the frame that opened it, and the answer with a port. */
export const windowReady = '@latchkey-window/READY'
export const windowPort = '@latchkey-window/PORT'

/** From the frame to its window, over the port. Both are of one origin and one release. */
export type ToWindow =
  | {
      readonly is: 'show'
      readonly request: ApprovalRequest
      readonly progress: ApprovalProgress
      readonly theme: FramePayload<'SYNC_THEME'>
      readonly dapp: FramePayload<'SYNC_DAPP_DATA'>
    }
  | { readonly is: 'progress'; readonly progress: ApprovalProgress }
  | { readonly is: 'signed' }
  | {
      readonly is: 'failed'
      readonly words: string
      /** Nothing was signed, and its visitor may press again (T82). */
      readonly mayRepeat: boolean
    }
  /** It is over in the frame: answered, refused or taken back. */
  | { readonly is: 'over' }

/** From the window to the frame. */
export type ToFrame =
  | { readonly is: 'agree' }
  | { readonly is: 'refuse' }
  /** Its visitor does something there. */
  | { readonly is: 'touched' }
