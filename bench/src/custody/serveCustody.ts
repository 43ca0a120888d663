/** A thread that serves the whole app over SQLite on a disk, with a login that knows a session by its token. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { serve } from '@hono/node-server'
import {
  createApp,
  createKeyProofs,
  createLog,
  createOnce,
  createServicesContext,
  makeCustodyCallers,
  migrations,
  openStore,
  parseEnvironment,
  provide,
} from '@latchkey/server'
import { Hono } from 'hono'

const { origin } = workerData as { readonly origin: string }
const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-custody-'))
const settings = parseEnvironment({
  DATA_FOLDER: folder,
  FRAME_ORIGIN: origin,
  RATE_LIMIT_PER_SECOND: '1000000',
  RATE_LIMIT_BURST: '10000000',
})
const store = await openStore(settings, migrations)
const now = Date.now
await store.write([
  store.compose.insertInto('projects').values({ id: 'shop', name: 'Shop', created_at: now() }).compile(),
])
const proofs = createKeyProofs({ once: createOnce({ store, now }), publicUrls: [], now })
const ctx = createServicesContext({ store, settings, log: createLog({ level: 'warn' }) })
provide(ctx, makeCustodyCallers, {
  addresses: { addressesOf: async () => [] },
  // A token of this bench names its account; the proof is checked as it is for everybody.
  async authorise(c) {
    const token = c.req.header('authorization')?.replace('DPoP ', '') ?? ''
    const proof = await proofs.open(c, token)
    if (proof === undefined) throw new Error('A right proof was refused')
    const { key, id, bodyHash } = proof
    return {
      accountId: token,
      deviceId: key,
      deviceThumbprint: key,
      sessionAge: 0,
      provedBy: 'email',
      hasPasskey: async () => false,
      proveByKey: async () => undefined,
      proofId: id,
      bodyHash,
    }
  },
})
const app = createApp(ctx)
// The yardstick: reads a body and answers, as fast as Hono can.
const bare = new Hono().post('*', async c => c.json({ length: (await c.req.text()).length }))
const listen = (fetch: Parameters<typeof serve>[0]['fetch']) =>
  new Promise<number>(resolve => {
    serve({ fetch, port: 0, hostname: '127.0.0.1', overrideGlobalObjects: false }, ({ port }) =>
      resolve(port),
    )
  })
parentPort?.postMessage({ port: await listen(app.fetch), barePort: await listen(bare.fetch), folder })
