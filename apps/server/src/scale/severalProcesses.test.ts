import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeWith } from '../store/databases.fixture.ts'
import { burst, createRandom, type Installation, openInstallation } from './severalProcesses.fixture.ts'

describeWith(['postgres', 'redis'], 'three processes with PostgreSQL and Redis', () => {
  const random = createRandom(20_261_120)
  let several: Installation
  beforeAll(async () => {
    several = await openInstallation(3)
  }, 30_000)
  afterAll(() => several.close())

  const ask = (url: string, path: string) =>
    fetch(`${url}${path}`, { headers: { origin: 'http://localhost:5173' } })
  const anyone = () => several.servers[random(several.servers.length)]?.url ?? ''

  it('see a change of a project that one of them was told of', async () => {
    const originsAt = async (url: string) =>
      await (await ask(url, '/projects/v1/origins?projectId=shop')).json()
    for (let round = 0; round < 3; round++) {
      const origins = [`https://shop${round}.example`]
      await several.setOrigins('shop', origins)
      await vi.waitFor(async () => {
        for (const { url } of several.servers)
          expect(await originsAt(url)).toEqual({ allowedOrigins: origins })
      })
    }
  })

  it('count one visitor together', async () => {
    const warm = several.servers.map(({ url }) => ask(url, '/projects/v1/origins?projectId=latchkey-dev'))
    await Promise.all(warm)
    const started = performance.now()
    const path = '/appkit/v1/config?projectId=latchkey-dev'
    const answers = await Promise.all(Array.from({ length: burst * 2 }, () => ask(anyone(), path)))
    const seconds = (performance.now() - started) / 1_000
    const through = answers.filter(({ status }) => status === 200).length
    expect(through).toBeGreaterThanOrEqual(burst - warm.length)
    expect(through).toBeLessThanOrEqual(burst + Math.ceil(seconds))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('have one leader, and another when it is killed', async () => {
    await vi.waitFor(async () => expect(await several.leaders()).toHaveLength(1), { timeout: 5_000 })
    const [leader] = await several.leaders()
    const token = await several.token()
    if (leader !== undefined) await several.kill(leader)
    await vi.waitFor(async () => expect(await several.leaders()).toHaveLength(1), { timeout: 5_000 })
    expect(await several.token()).toBe(Number(token) + 1)
    expect((await several.leaders())[0]?.pid).not.toBe(leader?.pid)
  })

  it('hand the lead over at once, and end with 0, when they are asked to stop', async () => {
    const [leader] = await several.leaders()
    const token = await several.token()
    const started = performance.now()
    const stopped = leader?.kill('SIGTERM')
    await vi.waitFor(async () => expect(await several.token()).toBe(Number(token) + 1), { timeout: 5_000 })
    expect(await stopped).toEqual([0, null])
    expect(performance.now() - started).toBeLessThan(10_000)
    if (leader !== undefined) several.servers.splice(several.servers.indexOf(leader), 1)
    await vi.waitFor(async () => expect(await several.leaders()).toHaveLength(1))
    expect((await several.servers[0]?.kill('SIGTERM'))?.[0]).toBe(0)
    several.servers.splice(0)
  })

  it('T44: have printed nothing of how they reach their data', () => {
    expect(several.said()).toContain('listening')
    expect(several.said()).not.toMatch(/canary|latchkey-pg-|latchkey-redis-/)
  })
})
