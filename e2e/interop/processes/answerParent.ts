import { watchDials } from './watchDials.ts'

/** What a peer can be asked to do, by name. */
export type Verbs = Readonly<Record<string, (params: never) => unknown>>

/** Reports an event in this process to the test. */
export type Tell = (name: string, data: unknown) => void

/**
 * Makes this process a peer: carries out the test's requests, one message each, and ends with the test. An unhandled
 * error of an SDK is reported as an event and ends nothing.
 */
export function answerParent(create: (tell: Tell) => Verbs): void {
  const send = (message: unknown): void => {
    if (process.connected) process.send?.(message)
  }
  process.once('disconnect', () => process.exit(0))
  watchDials(host => send({ outside: host }))
  const tell: Tell = (name, data) => send({ event: name, data })
  process.on('uncaughtException', error => tell('uncaught', describe(error)))
  process.on('unhandledRejection', error => tell('uncaught', describe(error)))

  const verbs = create(tell)
  process.on('message', async (asked: { id: number; verb: string; params: never }) => {
    try {
      const verb = verbs[asked.verb]
      if (verb === undefined) throw new Error(`this peer cannot ${asked.verb}`)
      send({ id: asked.id, result: await verb(asked.params) })
    } catch (error) {
      send({ id: asked.id, error: describe(error) })
    }
  })
  send({ event: 'ready' })
}

function describe(error: unknown): { message: string; code?: number | string } {
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  const { message, code, stack } = error as { message?: unknown; code?: unknown; stack?: unknown }
  return {
    message: typeof message === 'string' ? message : JSON.stringify(error),
    ...(typeof code === 'number' || typeof code === 'string' ? { code } : {}),
    ...(process.env.INTEROP_STACKS === undefined ? {} : { stack }),
  }
}
