import type { FramePayload } from '../../../contract/frame.ts'
import type { FrameScreen } from '../../../contract/frameScreens.ts'
import type { FrameChannel } from '../../../embedded/frame.ts'
import { orAborted } from '../../base/orAborted.ts'

/** What a screen needs of the page; nothing of it is believed unread. */
export type ScreenData = FramePayload<'SHOW_SCREEN'>['data']

/** The screen by which the frame asks a visitor who logs in. */
export interface Asking {
  /** Shows it. True once the visitor is through with it, or left it after the frame had reported them logged in. */
  show(screen: FrameScreen, data?: ScreenData): Promise<boolean>
  /** The visitor leaves the screen. Returns whether their login continues without it: the frame had reported it. */
  leave(): boolean
}

/**
 * Follows a login in the frame: its wallet can be there while its screen still asks the visitor to protect it. A visitor who
 * closes the screen then is logged in all the same. Ends with `signal`.
 */
export function createAsking(frame: FrameChannel, signal: AbortSignal): Asking {
  let close: () => void = () => undefined
  const left = new Promise<void>(resolve => {
    close = resolve
  })
  let hasArrived = false
  let isShown = false
  const off = frame.on('SESSION', ({ isConnected }) => {
    hasArrived = isConnected
  })
  signal.addEventListener('abort', off, { once: true })
  return {
    async show(screen, data) {
      isShown = true
      const shown = frame.request('SHOW_SCREEN', { screen, ...(data !== undefined && { data }) }, { signal })
      const isDone = shown.then(({ result }) => result === 'done')
      return (await orAborted(Promise.race([isDone, left]), signal)) === true || hasArrived
    },
    leave() {
      if (!isShown || !hasArrived) return false
      close()
      return true
    },
  }
}
