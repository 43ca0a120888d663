const name = 'latchkey-phone'

export interface TurnOptions {
  /** The query that this page was opened with. */
  readonly query: string
  /** This page is the phone from now on, until the signal; `query` is empty when another page took care of it. */
  readonly begin: (query: string, until: AbortSignal) => void
  /** Another page is the phone. */
  readonly wait: () => void
  /** A page that was opened meanwhile hands over what it was opened for. */
  readonly heed: (query: string) => void
}

/**
 * Makes this page the phone unless another one is, because a request must be shown once. That other page receives this
 * page's link, and when it closes, this page takes over. The returned function takes over at once.
 */
export function takeTurns(options: TurnOptions): () => void {
  const { begin, wait, heed } = options
  const channel = new BroadcastChannel(name)
  let { query } = options
  let turn: AbortController | undefined
  let queued: AbortController | undefined

  channel.onmessage = ({ data }) => {
    if (turn && typeof data === 'string' && data.length <= 8_192) heed(data)
  }

  function hold(lock: Lock | null): Promise<void> | undefined {
    if (!lock) return undefined
    turn = new AbortController()
    begin(query, turn.signal)
    query = ''
    // For as long as the page is there, unless another one takes it away.
    return new Promise(() => undefined)
  }

  function queue(): void {
    queued = new AbortController()
    request({ signal: queued.signal })
  }

  function request(how: LockOptions): void {
    navigator.locks.request(name, how, hold).then(
      () => {
        // Another page is the phone.
        if (query !== '') channel.postMessage(query)
        query = ''
        wait()
        queue()
      },
      () => {
        // It was taken away; giving up a place in the queue ends here too, with nothing to lose.
        if (!turn) return
        turn.abort()
        turn = undefined
        wait()
        queue()
      },
    )
  }

  request({ ifAvailable: true })
  return () => {
    queued?.abort()
    request({ steal: true })
  }
}
