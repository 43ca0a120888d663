import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** What a request carries through the server; without bindings it came from `app.request` in a test. */
export interface AppTypes {
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** Known once the gate has let the request in. */
    projectId: string | undefined
  }
}

export type AppContext = Context<AppTypes>

/** Monotonic milliseconds; a clock set back must not revive a limit (F39). */
export type Clock = () => number
