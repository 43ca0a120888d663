/** `npm run server`: the services in a process of their own. */
import { EnvironmentError } from './settings/parseEnvironment.ts'
import { startServer } from './startServer.ts'

try {
  const server = await startServer()
  let stopping = false
  const stop = () => {
    // Asked twice, it does not wait.
    if (stopping) process.exit(1)
    stopping = true
    void server.close().then(
      () => process.exit(0),
      error => fail(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
} catch (error) {
  fail(error)
}

function fail(error: unknown): never {
  const lines =
    error instanceof EnvironmentError
      ? error.problems
      : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) process.stderr.write(`latchkey-server: ${line}\n`)
  process.exit(1)
}
