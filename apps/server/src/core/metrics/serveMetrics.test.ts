import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { type ServerProcess, startServerProcess } from '../scale/serverProcess.fixture.ts'
import { sqliteDatabase, type TestDatabase } from '../store/eachStore.fixture.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function open(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const database: TestDatabase = await sqliteDatabase()
  const server = await startServerProcess({ LATCHKEY_DEV: '1', ...database.environment, ...env })
  closing.push(
    () => database.remove(),
    () => server.kill('SIGKILL'),
  )
  return server
}

/** The addresses on which a process listens for TCP, from what Linux says about it. */
function listeners(pid: number): { readonly host: string; readonly port: number }[] {
  const sockets = readdirSync(`/proc/${pid}/fd`).flatMap(fd => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
    } catch {
      return []
    }
  })
  return ['tcp', 'tcp6'].flatMap(table =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map(line => line.trim().split(/\s+/))
      .filter(fields => fields[3] === '0A' && sockets.includes(String(fields[9])))
      .map(fields => {
        const [host = '', port = ''] = String(fields[1]).split(':')
        return { host, port: Number.parseInt(port, 16) }
      }),
  )
}

const reaches = (host: string, port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('close', () => resolve(false)).setTimeout(1_000, () => socket.destroy())
    socket.once('connect', () => socket.destroy())
  })

const loopback = '0100007F'
const everywhere = '00000000'

async function expectCounts(server: ServerProcess): Promise<void> {
  const get = (path: string, method = 'GET') => fetch(`${server.url}${path}`, { method })
  await get('/healthz')
  await get('/appkit/v1/config?projectId=latchkey-dev')
  for (let i = 0; i < 20; i++) await get(`/canary/${i}?x=canary`, i % 2 === 0 ? 'GET' : 'PROPFIND')
  expect(await server.metric('latchkey_requests_total{method="GET",route="/healthz",status="200"}')).toBe(1)
  expect(await server.metric('latchkey_requests_total{method="GET",route="none",status="404"}')).toBe(10)
  expect(await server.metric('latchkey_requests_total{method="other",route="none",status="404"}')).toBe(10)
  expect(await server.metric('latchkey_request_seconds_count{route="/appkit/v1/config"}')).toBe(1)
  expect(await server.metric('latchkey_draining')).toBe(0)
  expect(await server.metric('latchkey_leads{name="analytics"}')).toBe(1)
  expect(await server.metric('process_resident_memory_bytes')).toBeGreaterThan(1_000_000)
}

describe('metrics', () => {
  it('count by pattern, with bounded labels; T112: only their own port on this machine serves them', async () => {
    const server = await open({ HOST: '0.0.0.0' })
    await expectCounts(server)
    const port = Number(new URL(server.url).port)
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404)
    expect(await server.metric('latchkey_store_up')).toBe(1)
    if (process.platform !== 'linux') return
    const found = listeners(server.pid)
    expect(found).toHaveLength(2)
    expect(found).toContainEqual({ host: everywhere, port })
    const [metrics] = found.filter(each => each.port !== port)
    expect(metrics?.host).toBe(loopback)
    // From any other address of the machine the public port is open, and the metrics port is not.
    const others = Object.values(networkInterfaces())
      .flatMap(each => each ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address)
    for (const host of ['127.0.0.2', ...others]) {
      expect(await reaches(host, port), host).toBe(true)
      expect(await reaches(host, metrics?.port ?? 0), host).toBe(false)
    }
  })

  it('T112: nothing listens beside the server unless a port was named', async () => {
    const server = await open({ METRICS_PORT: '' })
    if (process.platform === 'linux')
      expect(listeners(server.pid)).toEqual([{ host: loopback, port: Number(new URL(server.url).port) }])
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
  })
})
