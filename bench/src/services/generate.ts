/** The load generator, a process of its own: `node generate.ts '<plan as JSON>'` prints what came of it. */
import { createConnection } from './createConnection.ts'
import type { LoadPlan, LoadResult } from './loadPlan.ts'

const plan = JSON.parse(process.argv[2] ?? '') as LoadPlan
console.log(JSON.stringify(await generate(plan)))
process.exit(0)

async function generate({ connections, seconds, rate, ...call }: LoadPlan): Promise<LoadResult> {
  const { hostname, port } = new URL(call.url)
  const request = toRequest(call)
  const open = await Promise.all(
    Array.from({ length: connections }, () =>
      createConnection({ host: hostname, port: Number(port), request }),
    ),
  )
  const times: number[] = []
  let refused = 0
  const started = performance.now()
  const end = started + seconds * 1_000
  const record = (status: number, since: number) => {
    times.push(performance.now() - since)
    if (status !== 200 && status !== 201) refused++
  }
  await Promise.all(
    open.map(async (connection, index) => {
      // At a rate, each connection has its own share of the moments; a late answer does not excuse the next request.
      for (let turn = 0; ; turn++) {
        const due =
          rate === undefined ? performance.now() : started + ((turn * connections + index) / rate) * 1_000
        if (due >= end) return
        const wait = due - performance.now()
        if (wait > 0) await new Promise(resolve => setTimeout(resolve, wait))
        // Our own timer's lateness is not the server's, a queue that it caused is.
        const since = wait > 0 ? performance.now() : due
        record(await connection.ask(), since)
      }
    }),
  )
  const elapsed = (performance.now() - started) / 1_000
  for (const connection of open) connection.close()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { requests: times.length, refused, perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99) }
}

function toRequest({
  url,
  method = 'GET',
  headers = {},
  body = '',
}: Omit<LoadPlan, 'connections' | 'seconds'>) {
  const { host, pathname, search } = new URL(url)
  const lines = [
    `${method} ${pathname}${search} HTTP/1.1`,
    `Host: ${host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
