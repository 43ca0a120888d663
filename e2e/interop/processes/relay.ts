import { type RunningServer, startServer } from '@latchkey/server'
import { answerParent, type Verbs } from './answerParent.ts'

/** Where the relay keeps its data, where it listens, and which settings differ from the usual. */
export interface RelayOptions {
  readonly dataFolder: string
  readonly port: number
  readonly env: Readonly<Record<string, string>>
}

answerParent(() => {
  let server: RunningServer | undefined
  return {
    async start({ dataFolder, port, env }: RelayOptions) {
      server = await startServer({ host: '127.0.0.1', port, dataFolder, env })
      return server.port
    },
    close: () => server?.close(),
  } satisfies Verbs
})
