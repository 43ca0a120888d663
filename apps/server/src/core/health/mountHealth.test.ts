import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createApp } from '../../createApp.ts'
import { createServicesContext } from '../../createServicesContext.ts'
import { migrations } from '../../migrations.ts'
import { parseEnvironment } from '../../parseEnvironment.ts'
import { createLog } from '../log/createLog.ts'
import { eachStore } from '../store/eachStore.fixture.ts'
import type { Store } from '../store/store.ts'

const openApp = (store: Store, isDraining = false) => {
  const settings = parseEnvironment({ LOG_LEVEL: 'silent' })
  const log = createLog({ level: 'silent' })
  return createApp(createServicesContext({ store, settings, log, isDraining: () => isDraining }))
}
const ready = async (store: Store, isDraining = false) => {
  const response = await openApp(store, isDraining).request('/readyz')
  return [response.status, ((await response.json()) as { reasons?: unknown }).reasons]
}

eachStore('readiness', open => {
  it('reports the store, its schema and the stop', async () => {
    const store = await open()
    expect(await ready(store)).toEqual([200, undefined])
    expect(await ready(store, true)).toEqual([503, [{ name: 'server', description: 'Stopping' }]])
    const last = sql`DELETE FROM migrations WHERE id = ${migrations.length}`.compile(store.compose as never)
    await store.write([last])
    expect(await ready(store)).toEqual([
      503,
      [{ name: 'migrations', description: `${migrations.length - 1} of ${migrations.length} steps` }],
    ])
    await store.close()
    expect(await ready(store)).toEqual([503, [{ name: 'store', description: 'closed' }]])
  })

  it('shares one look among concurrent requests, without a rate limit', async () => {
    const store = await open()
    let looks = 0
    const check = () => {
      looks++
      return store.check()
    }
    const app = openApp({ ...store, check })
    const answers = await Promise.all(Array.from({ length: 50 }, () => app.request('/readyz')))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(looks).toBe(1)
    expect((await app.request('/readyz')).status).toBe(200)
    expect(looks).toBe(2)
  })
})
