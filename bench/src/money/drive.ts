import { Agent, request } from 'node:http'
import type { LoadResult } from '../services/loadPlan.ts'

/** A request of its own. */
export interface Turn {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends requests that differ from one another, each connection the next one as soon as it was answered. `onAnswer` gets the texts. */
export async function drive(options: {
  readonly connections: number
  readonly seconds: number
  readonly next: (nth: number) => Turn
  readonly onAnswer?: (text: string) => void
}): Promise<LoadResult> {
  const { connections, seconds, next, onAnswer } = options
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let refused = 0
  let sent = 0
  const started = performance.now()
  const end = started + seconds * 1_000
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end) {
        const turn = next(sent++)
        const since = performance.now()
        const { status, text } = await ask(turn, agent)
        times.push(performance.now() - since)
        if (status === 200 || status === 201) onAnswer?.(text)
        else refused++
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1_000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { requests: times.length, refused, perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) }
}

function ask(
  { url, method = 'GET', headers = {}, body }: Turn,
  agent: Agent,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(url, { method, agent, headers: { ...headers, ...length } }, response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      )
      response.on('error', reject)
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
