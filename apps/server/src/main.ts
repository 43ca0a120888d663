/** `npm run server`: the services in a process of their own. */
import { EnvironmentError } from './core/settings/environmentError.ts'
import { type RunningServer, startServer } from './startServer.ts'

await run().catch(fail)

async function run(): Promise<void> {
  let server: RunningServer | undefined
  let stopping = false
  const stop = () => {
    if (server === undefined) process.exit(0)
    // Asked twice, it does not wait.
    if (stopping) process.exit(1)
    stopping = true
    void server.close().then(() => process.exit(0), fail)
  }
  // From the beginning: the first process of a container is ended by no signal that it does not listen to, and a start may wait
  // for another process's schema steps.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  server = await startServer()
}

function fail(error: unknown): never {
  const lines =
    error instanceof EnvironmentError
      ? error.problems
      : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) process.stderr.write(`latchkey-server: ${line}\n`)
  process.exit(1)
}
