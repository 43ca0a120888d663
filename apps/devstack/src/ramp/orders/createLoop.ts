/** Work that is done again when it says, or when it is woken. */
export interface Loop {
  wake(): void
  stop(): Promise<void>
}

/** Longest wait, as a timer takes it. */
const longest = 60_000
/** Milliseconds after a failure. */
const afterFailure = 500

/** Runs work, one run at a time. It returns when it wants to run again, in milliseconds since the epoch; its failures are logged, and it runs again. */
export function createLoop(options: {
  run: () => Promise<number | undefined>
  now: () => number
  log: (line: string) => void
}): Loop {
  const { run, now, log } = options
  const state: {
    timer?: NodeJS.Timeout | undefined
    running?: Promise<void> | undefined
    again: boolean
    over: boolean
  } = { again: false, over: false }

  async function turn(): Promise<void> {
    do {
      state.again = false
      let next: number | undefined
      try {
        next = await run()
      } catch (error) {
        log(`ramp: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
        next = now() + afterFailure
      }
      if (!state.over && next !== undefined && next !== Infinity)
        plan(Math.min(Math.max(next - now(), 0), longest))
    } while (state.again && !state.over)
    state.running = undefined
  }

  function plan(wait: number): void {
    clearTimeout(state.timer)
    state.timer = setTimeout(wake, wait)
  }

  function wake(): void {
    if (state.over) return
    state.again = true
    if (state.running) return
    clearTimeout(state.timer)
    state.running = turn()
  }

  return {
    wake,
    async stop() {
      state.over = true
      clearTimeout(state.timer)
      await state.running
    },
  }
}
