import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { describeWith } from '../store/databases.fixture.ts'
import { burst, createRandom, type Installation, openInstallation } from './severalProcesses.fixture.ts'

const atOnce = 30
/** For a state that comes, however busy the machine is; only one that never comes takes this long. */
const patience = { timeout: 60_000 }

describeWith(['postgres', 'redis'], 'three processes with PostgreSQL and Redis', () => {
  const random = createRandom(20_261_120)
  let several: Installation
  beforeAll(async () => {
    several = await openInstallation(3)
  })
  afterAll(() => several.close())

  const ask = (url: string, path: string) =>
    fetch(`${url}${path}`, { headers: { origin: 'http://localhost:5173' } })
  const anyone = () => several.servers[random(several.servers.length)]?.url ?? ''

  it('all apply a change that one of them received', async () => {
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

  it('have one leader, and another when it is killed', async () => {
    await vi.waitFor(async () => expect(await several.leaders()).toHaveLength(1), patience)
    const [leader] = await several.leaders()
    const token = await several.token()
    if (leader !== undefined) await several.kill(leader)
    await vi.waitFor(async () => expect(await several.leaders()).toHaveLength(1), patience)
    expect(await several.token()).toBeGreaterThan(Number(token))
    expect((await several.leaders())[0]?.pid).not.toBe(leader?.pid)
  })

  it('index a chain once, though the process that does it is killed in between', async () => {
    const payee = '0x00000000000000000000000000000000000a11ce'
    const path = `/v1/account/${payee}/history?projectId=latchkey-dev&chainId=eip155:31337`
    const hashesAt = async (url: string): Promise<string[]> => {
      const { data } = (await (await ask(url, path)).json()) as { data: { metadata: { hash: string } }[] }
      return data.map(({ metadata }) => metadata.hash)
    }
    const isEverywhere = (count: number) =>
      vi.waitFor(
        async () => {
          const lists = await Promise.all(several.servers.map(({ url }) => hashesAt(url)))
          for (const hashes of lists) expect(new Set(hashes).size).toBe(count)
          expect(new Set(lists.map(hashes => hashes.join())).size).toBe(1)
          expect(lists[0]).toHaveLength(count)
        },
        { ...patience, interval: 250 },
      )
    for (let i = 0; i < 10; i++) await several.pay(payee)
    await isEverywhere(10)
    await several.grow()
    const [leader] = await several.leaders()
    await several.pay(payee)
    if (leader !== undefined) await several.kill(leader)
    for (let i = 0; i < 9; i++) await several.pay(payee)
    await isEverywhere(20)
  })

  it('count one visitor together', async () => {
    const origin = 'https://counted.example'
    await several.setOrigins('counted', [origin])
    const visit = (url: string) => fetch(`${url}/appkit/v1/config?projectId=counted`, { headers: { origin } })
    // A project that is not in memory yet is looked up within the limit of those who guess ids.
    const warm = await Promise.all(several.servers.map(({ url }) => visit(url)))
    const timesAlone = () => several.said().split('counted in this process alone').length - 1
    const before = timesAlone()
    const started = performance.now()
    // A few at a time: Redis has half a second to answer before a process counts alone, and all at once overload the
    // machine.
    const answers: Response[] = []
    for (let asked = 0; asked < burst * 2; asked += atOnce)
      answers.push(...(await Promise.all(Array.from({ length: atOnce }, () => visit(anyone())))))
    const seconds = (performance.now() - started) / 1_000
    expect(timesAlone()).toBe(before)
    const through = answers.filter(({ status }) => status === 200).length
    expect(through).toBeGreaterThanOrEqual(burst - warm.length)
    expect(through).toBeLessThanOrEqual(burst + Math.ceil(seconds))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([429]))
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('release the lead at once, and exit with 0, on a stop signal', async () => {
    await vi.waitFor(async () => expect(await several.leaders()).toHaveLength(1), patience)
    const [leader] = await several.leaders()
    const token = await several.token()
    const stopped = leader?.kill('SIGTERM')
    await vi.waitFor(async () => expect(await several.token()).toBeGreaterThan(Number(token)), patience)
    expect(await stopped).toEqual([0, null])
    if (leader !== undefined) several.servers.splice(several.servers.indexOf(leader), 1)
    await vi.waitFor(async () => expect(await several.leaders()).toHaveLength(1))
    expect((await several.servers[0]?.kill('SIGTERM'))?.[0]).toBe(0)
    several.servers.splice(0)
  })

  it('T44: log nothing about the addresses of their data', () => {
    expect(several.said()).toContain('listening')
    expect(several.said()).not.toMatch(/canary|latchkey-pg-|latchkey-redis-/)
  })
})
