// `npm start`: the local chains, the services, the faucet and the playground, until Ctrl-C.
import { helpText, parseCommand } from './command/parseCommand.ts'

const print = (line: string): void => console.log(line)

async function main(args: readonly string[]): Promise<number> {
  const command = parseCommand(args)
  if (typeof command === 'string') return complain(command)
  if (command.help) {
    print(helpText)
    return 0
  }

  const asked = Promise.withResolvers<'asked'>()
  const start = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // A second signal does not wait; the supervisors end the rest.
      if (start.signal.aborted) process.exit(130)
      asked.resolve('asked')
      start.abort()
    })
  }

  try {
    // Only now, so that help and typing errors do not wait for all of it to load.
    const { startDevstack } = await import('./stack/startDevstack.ts')
    const stack = await startDevstack({ ...command, log: print, signal: start.signal })
    const { formatSummary } = await import('./command/formatSummary.ts')
    print(formatSummary(stack))
    const failure = await Promise.race([asked.promise, stack.failed])
    print('Stopping…')
    await stack.stop()
    return failure === 'asked' ? 0 : complain(failure)
  } catch (error) {
    if (start.signal.aborted) return 0
    return complain(error instanceof Error ? error.message : String(error))
  }
}

function complain(line: string): number {
  console.error(line.split('\n')[0])
  return 1
}

process.exit(await main(process.argv.slice(2)))
