import type { FrameChannel } from './frame.ts'

/** The frame that a wallet speaks with: a lost one is loaded anew, or another one takes its place (F29). */
export interface FollowedFrame {
  /** The frame to ask now, loaded anew where it was lost. @throws LatchkeyError as `revive` does. */
  frame(): Promise<FrameChannel>
  /** Stops listening to it. */
  stop(): void
}

/** Follows a frame; `listen` is called with each one that takes its place and returns how to stop listening. */
export function followFrame(options: {
  readonly frame: FrameChannel
  readonly revive?: () => Promise<FrameChannel>
  readonly listen: (frame: FrameChannel) => () => void
}): FollowedFrame {
  const { revive, listen } = options
  let { frame } = options
  let stop = listen(frame)
  let isStopped = false
  return {
    async frame() {
      if (frame.state !== 'failed') return frame
      const next = (await revive?.()) ?? frame
      if (next !== frame) {
        stop()
        frame = next
        if (!isStopped) stop = listen(frame)
      }
      return frame
    },
    stop() {
      isStopped = true
      stop()
    },
  }
}
