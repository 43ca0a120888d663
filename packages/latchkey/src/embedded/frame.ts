/** The host's side of the wallet frame, as the widget uses it (SPEC §7 "Embedded login frame"). */
import type {
  FrameAnswer,
  FrameCallName,
  FrameEvent,
  FrameEventName,
  FramePayload,
} from '../contract/frame.ts'

/** SPEC §4 "Embedded login frame": not ready, then ready some time after it reported; or it will never be. */
export type FrameState = 'loading' | 'reported' | 'ready' | 'failed'

export interface FrameChannel {
  readonly state: FrameState
  /** Messages in the frame's name that were forged or malformed (T01). */
  readonly dropped: number
  /**
   * Resolves 500 ms after the frame reported.
   * @throws LatchkeyError IFRAME_LOAD_FAILED, IFRAME_TIMEOUT, FRAME_UNSUPPORTED, APKT002, APKT005, APKT007, DESTROYED.
   */
  whenReady(): Promise<void>
  /** Whether the frame knows a request; false until it has reported. */
  can(name: FrameCallName): boolean
  /**
   * Asks the frame, as soon as it has reported, and waits for its answer as long as that request may take.
   * @throws LatchkeyError IFRAME_TIMEOUT, RPC_ABORTED, what `whenReady` throws, or what the frame answered.
   */
  request<N extends FrameCallName>(
    name: N,
    payload: FramePayload<N>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<FrameAnswer<N>>
  on<E extends FrameEventName>(name: E, listener: (payload: FrameEvent<E>) => void): () => void
}

/** The edges of a page that the channel needs: a window that hears, and a frame that is posted to. */
export interface FrameEdges {
  /** Hears the page's window until the answer is called. */
  listen(hear: (event: HeardMessage) => void): () => void
  /** Whether something came from the frame's own window. */
  isFrame(source: unknown): boolean
  /** Posts one message to the frame's window, to be read by that origin alone, with the far end of a new port. */
  greet(message: unknown, origin: string): FramePort
}

export interface HeardMessage {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
}

export interface FramePort {
  post(message: unknown): void
  hear(listener: (message: unknown) => void): void
  close(): void
}
