import { readFileSync } from 'node:fs'
import { getNameLookup } from 'latchkey/services'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { sourceCondition } from '../../../scripts/sourceCondition.ts'
import { createLog } from './core/log/createLog.ts'
import { createMetrics } from './core/metrics/createMetrics.ts'
import { createLocalShared } from './core/scale/createLocalShared.ts'
import { eachStore } from './core/store/eachStore.fixture.ts'
import { parseEnvironment } from './parseEnvironment.ts'
import { countOpenings } from './people/custody/countOpenings.ts'
import { measureAudit } from './people/custody/measureAudit.ts'
import { createRelayMetrics } from './relay/createRelayMetrics.ts'

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')

/** The variables that the server reads. */
function variables(): Set<string> {
  const known = new Set<string>()
  parseEnvironment(
    new Proxy({} as Record<string, string>, {
      get: (_target, name) => {
        known.add(String(name))
        return undefined
      },
    }),
  )
  return known
}

// What the files set for others than the server.
const others = ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB', 'REDIS_PASSWORD', 'NODE_COMPILE_CACHE']

it.each([
  'deploy/compose.yaml',
  'deploy/example.env',
  'deploy/latchkey-server.service',
  'deploy/Dockerfile',
  'docs/self-host.md',
])('%s sets no variable that the server does not read', path => {
  const text = read(path)
  const set = [...text.matchAll(/(?:^|[\s`'])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=|: )/gm)].map(
    match => match[1],
  )
  expect(set.length).toBeGreaterThan(0)
  const known = variables()
  expect(set.filter(name => !known.has(String(name)) && !others.includes(String(name)))).toEqual([])
})

it('F42: deploy/latchkey-server.service starts as often as it takes until its database is there', () => {
  const unit = read('deploy/latchkey-server.service')
  const section = unit.slice(unit.indexOf('[Unit]'), unit.indexOf('[Service]'))
  // Five starts in ten seconds, and systemd would leave it at that.
  expect(section).toContain('\nStartLimitIntervalSec=0\n')
  expect(unit).toContain('\nRestart=always\n')
})

it('deploy/balancer.conf hands on the Host that pages called, port and all: their proofs name it', () => {
  const hosts = [...read('deploy/balancer.conf').matchAll(/proxy_set_header Host (\S+);/g)]
  expect(hosts.map(match => match[1])).toEqual(['$http_host', '$http_host'])
})

it('T110: deploy/balancer.conf logs neither who called nor what they asked about', () => {
  const server = read('deploy/balancer.conf').split(/^ *server \{$/m)[1] ?? ''
  const own = server.slice(0, server.indexOf('location'))
  expect(own).toContain('  access_log off;\n')
  // The lines of lesser faults have the client and the request.
  expect(own).toContain('  error_log /dev/stderr crit;\n')
  expect(server.match(/access_log(?! off)|error_log(?! \/dev\/stderr crit)/g)).toBe(null)
})

it('F42: deploy/balancer.conf takes a process that answers for one that is there, whatever it answers', () => {
  const moves = [...read('deploy/balancer.conf').matchAll(/proxy_next_upstream ([^;]*);/g)]
  // A status listed here counts as a failure of its process, and a failed process gets no requests. A refusal that all
  // processes give, as while a node fails, would take all of them out of service.
  expect(moves.map(match => match[1])).toEqual(['error timeout'])
})

it('deploy/balancer.conf holds as many sockets as docs/how-to/run-a-relay.md says that a process does', () => {
  const conf = read('deploy/balancer.conf')
  const sockets = Number(
    /holds ([\d,]+) sockets/.exec(read('docs/how-to/run-a-relay.md'))?.[1]?.replace(',', ''),
  )
  const number = (name: string) => Number(new RegExp(`^ *${name} (\\d+);`, 'm').exec(conf)?.[1])
  expect(sockets).toBeGreaterThan(0)
  // Two for each socket, on the two cores that it was counted on; each of them is an open file.
  expect(number('worker_connections') * 2).toBeGreaterThanOrEqual(2 * sockets)
  expect(number('worker_rlimit_nofile')).toBeGreaterThan(number('worker_connections'))
  // Where this stands outside of any block it is the whole configuration.
  expect(read('deploy/compose.yaml')).toContain("'./balancer.conf:/etc/nginx/nginx.conf:ro'")
})

it('deploy/balancer.conf takes the longest address that the gateway of names does', () => {
  const kilobytes = Number(/large_client_header_buffers \d+ (\d+)k;/.exec(read('deploy/balancer.conf'))?.[1])
  const longest = `/v1/names/ccip/0x${'a'.repeat(40)}/0x${'a'.repeat(11_998)}`
  expect(v.is(getNameLookup.params, { sender: longest.slice(15, 57), data: longest.slice(58) })).toBe(true)
  expect(kilobytes * 1_024).toBeGreaterThan(`GET ${longest} HTTP/1.1`.length)
})

it('deploy/.env, with its passwords and keys, gets into no layer of an image', () => {
  expect(read('deploy/Dockerfile.dockerignore').split('\n')).toContain('deploy/.env')
})

it('deploy/Dockerfile takes every folder that the lockfile has packages in', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, unknown> }
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: readonly string[] }
  expect(workspaces).toContain('apps/*')
  const nested = Object.keys(packages).flatMap(
    path => /^((?:apps\/server|packages\/latchkey)\/node_modules)\//.exec(path)?.slice(1) ?? [],
  )
  expect(nested.length).toBeGreaterThan(0)
  for (const folder of new Set(nested))
    expect(read('deploy/Dockerfile')).toContain(`COPY --from=packages /app/${folder} ${folder}\n`)
})

it('apps/server/README.md runs its commands from the sources of a checkout in which nothing was built', () => {
  const commands = read('apps/server/README.md').match(/^node .*apps\/server\/src\/.*$/gm) ?? []
  expect(commands.length).toBeGreaterThan(0)
  // Without the condition, our own packages resolve to their builds.
  for (const command of commands) expect(command).toContain(`node --conditions=${sourceCondition} `)
})

eachStore('docs/self-host.md', open => {
  it('lists exactly the metrics that there are', async () => {
    const log = createLog({ level: 'silent' })
    const shared = createLocalShared({ clock: () => 0, log })
    const metrics = createMetrics({ store: await open(), shared, isDraining: () => false })
    // As the rooms add their own when they are mounted.
    countOpenings(metrics.registry)
    measureAudit(metrics.registry)
    createRelayMetrics(metrics.registry)
    const kept = [...(await metrics.print()).matchAll(/^# TYPE (latchkey_\w+)/gm)].map(match => match[1])
    const listed = [...read('docs/self-host.md').matchAll(/`(latchkey_\w+)/g)].map(match => match[1])
    for (const name of kept) expect(listed).toContain(name)
    // Only PostgreSQL has connections.
    expect(listed.filter(name => !kept.includes(name) && name !== 'latchkey_store_connections')).toEqual([])
  })
})
