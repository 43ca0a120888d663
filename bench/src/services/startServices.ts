import { join, resolve } from 'node:path'
import { type Running, startProcess } from './startProcess.ts'

const main = join(resolve(import.meta.dirname, '../../..'), 'apps/server/src/main.ts')

export interface Services extends Running {
  readonly url: string
}

/** The services with their default settings, but for limits, which would hold back the one client that measures. */
export async function startServices(env: Readonly<Record<string, string>>): Promise<Services> {
  const running = await startProcess({
    file: main,
    env: {
      PORT: '0',
      LATCHKEY_DEV: '1',
      RATE_LIMIT_PER_SECOND: '1000000',
      RATE_LIMIT_BURST: '10000000',
      ...env,
    },
    isReady: line => line.msg === 'listening',
  })
  return { ...running, url: String(running.said.url) }
}

/** A page that the development project takes. */
export const pageHeaders = { Origin: 'http://localhost:5173' } as const
