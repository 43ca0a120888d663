import { builtServer } from './builtServer.ts'
import { freePort } from './freePort.ts'
import { type Running, startProcess } from './startProcess.ts'

export interface Services extends Running {
  readonly url: string
}

/** What holds back the one client that measures is out of its way; everything else is as it comes. */
const limits = { LATCHKEY_DEV: '1', RATE_LIMIT_PER_SECOND: '1000000', RATE_LIMIT_BURST: '10000000' }

/** The services as they are shipped, with their default settings, logs and all. */
export async function startServices(env: Readonly<Record<string, string>>): Promise<Services> {
  const running = await startProcess({
    file: await builtServer(),
    env: { PORT: '0', ...limits, ...env },
    ready: lines => lines.find(line => line.msg === 'listening'),
  })
  return { ...running, url: String(running.said.url) }
}

/** The same without a log, for a run that would fill a disk with it. */
export async function startQuietServices(env: Readonly<Record<string, string>>): Promise<Services> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  const running = await startProcess({
    file: await builtServer(),
    env: { PORT: String(port), LOG_LEVEL: 'warn', ...limits, ...env },
    ready: async () => ((await isReady()) ? { url } : undefined),
  })
  return { ...running, url }
}

/** A page that the development project takes. */
export const pageHeaders = { Origin: 'http://localhost:5173' } as const
