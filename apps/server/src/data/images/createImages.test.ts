import { expect, it } from 'vitest'
import { createImages } from './createImages.ts'

const png = Buffer.from('89504e470d0a1a0a0000', 'hex')

/** Images from hosts that answer when they are let, or never. */
function setUp() {
  const held: (() => void)[] = []
  const asked: string[] = []
  const images = createImages({
    async fetchAsset(url) {
      asked.push(url)
      await new Promise<void>(resolve => held.push(resolve))
      return { url, status: 200, headers: {}, body: png }
    },
    clock: () => 0,
    maxBytes: 1_000,
    cacheBytes: 1_000_000,
  })
  const letGo = () => {
    for (const resolve of held.splice(0)) resolve()
  }
  const find = (client: string, count: number) =>
    Array.from({ length: count }, (_, n) => images.find(`https://${client}.example/${n}`, client))
  return { asked, find, held, letGo }
}
/** Everything that does not wait for a host is done. */
const settled = () => new Promise(resolve => setImmediate(resolve))

it('queues requests while many images are being fetched', async () => {
  const { find, held, letGo } = setUp()
  const shown = Promise.all([...find('a', 30), ...find('b', 30), ...find('c', 30)])
  for (let round = 0; round < 10; round++) {
    expect(held.length).toBeLessThanOrEqual(32)
    letGo()
    await settled()
  }
  expect((await shown).every(image => image?.type === 'image/png')).toBe(true)
})

it('keeps room for others beside a client whose hosts are slow', async () => {
  const { asked, find } = setUp()
  for (const image of find('slow', 200)) image.catch(() => undefined)
  await settled()
  expect(asked).toHaveLength(6)
  for (const image of find('b', 5)) image.catch(() => undefined)
  await settled()
  expect(asked.slice(6)).toEqual(Array.from({ length: 5 }, (_, n) => `https://b.example/${n}`))
})

it('refuses requests that would wait too long, and recovers', async () => {
  const { find, letGo } = setUp()
  const results = Promise.allSettled(find('a', 400))
  const others = Promise.all(find('b', 20))
  for (let round = 0; round < 40; round++) {
    letGo()
    await settled()
  }
  const refused = (await results).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(400 - 6 - 128)
  expect(refused[0]).toMatchObject({ reason: { name: 'ImagesBusy' } })
  expect(await others).toHaveLength(20)
})

it('S11e: clients with slow hosts keep no visitor from an image', async () => {
  const { asked, find, held } = setUp()
  const outcomes: PromiseSettledResult<unknown>[] = []
  for (const client of ['slow', 'slower', 'third', 'fourth', 'fifth', 'sixth'])
    for (const image of find(client, 300))
      Promise.allSettled([image]).then(([outcome]) => outcome && outcomes.push(outcome))
  await settled()
  // All slots are taken, and the queue is full.
  expect(asked).toHaveLength(32)
  const visitor = find('visitor', 8)
  await settled()
  const own = () => asked.filter(url => url.startsWith('https://visitor.')).length
  // The first slow host that gives up lets the visitor in, and further ones until everyone has a share.
  held.shift()?.()
  await settled()
  expect(own()).toBe(1)
  for (let round = 0; round < 12; round++) {
    held.shift()?.()
    await settled()
  }
  expect(own()).toBeGreaterThanOrEqual(3)
  while (held.length > 0) {
    held.shift()?.()
    await settled()
  }
  expect(await Promise.all(visitor)).toHaveLength(8)
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
})

it('S11e: one slow host leaves room for the others, by whichever clients it is requested', async () => {
  const asked: string[] = []
  const images = createImages({
    fetchAsset: url => {
      asked.push(url)
      return new Promise(() => {})
    },
    clock: () => 0,
    maxBytes: 1_000,
    cacheBytes: 1_000_000,
  })
  for (let n = 0; n < 40; n++) void images.find(`https://slow.example/${n}`, `client ${n}`)
  await settled()
  expect(asked).toHaveLength(12)
  void images.find('https://quick.example/1', 'visitor')
  await settled()
  expect(asked.at(-1)).toBe('https://quick.example/1')
})

it('caches failures in a bounded memory', async () => {
  const asked: string[] = []
  const images = createImages({
    async fetchAsset(url) {
      asked.push(url)
      return { url, status: 404, headers: {}, body: png }
    },
    clock: () => 0,
    maxBytes: 1_000,
    cacheBytes: 1_000_000,
  })
  const address = (n: number) => `https://a.example/${n}/${'x'.repeat(8_000)}`
  for (let n = 0; n < 1_500; n++) expect(await images.find(address(n), 'a')).toBeNull()
  expect(images.peek(address(1_499))).toBeNull()
  expect(images.peek(address(0))).toBeUndefined()
  expect(asked).toHaveLength(1_500)
})
