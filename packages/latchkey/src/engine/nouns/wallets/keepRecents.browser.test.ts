import { afterEach, expect, it, vi } from 'vitest'
import { createMachine } from '../../base/machine.ts'
import { createFakeClock } from '../../fixtures/createFakeClock.ts'
import { keepRecents } from './keepRecents.ts'
import { emptyWallets, type RecentWallet, walletsTransition } from './walletsTransition.ts'

const icon = `data:image/png;base64,${'A'.repeat(60_000)}`
const metamask: RecentWallet = { walletId: 'rdns:io.metamask', name: 'MetaMask', icon }
const rabby: RecentWallet = { walletId: 'rdns:io.rabby', name: 'Rabby', icon }
const phantom: RecentWallet = { walletId: 'rdns:app.phantom', name: 'Phantom' }
const ends: (() => void)[] = []
let count = 0

/** One visit to a page with the widget. */
function visit(id: string, texts?: Readonly<Record<string, string>>) {
  const ending = new AbortController()
  const clock = createFakeClock()
  const ctx = {
    clock,
    config: { id, ...(texts && { texts }) },
    notify: vi.fn(),
    signal: ending.signal,
    wallets: createMachine(emptyWallets, walletsTransition),
  }
  ends.push(() => ending.abort())
  return {
    ...ctx,
    kept: keepRecents(ctx),
    use: (wallet: RecentWallet) => ctx.wallets.dispatch({ type: 'used', wallet, limit: 2 }),
    recents: () => ctx.wallets.getState().recents,
    leave: () => ending.abort(),
  }
}

/** What the database holds, read past our own code. */
async function stored(id: string): Promise<unknown> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const database = await settled(indexedDB.open(`@latchkey/${id}`))
  const value: unknown = await settled(database.transaction('entries').objectStore('entries').get('recents'))
  database.close()
  return value
}

const freshId = () => `recents-${count++}`

afterEach(() => {
  for (const end of ends.splice(0)) end()
})

it('used wallets come back on the next visit, icons included', async () => {
  const id = freshId()
  const first = visit(id)
  await first.kept
  first.use(metamask)
  first.use(rabby)
  await vi.waitFor(async () => expect(await stored(id)).toContain('io.rabby'))
  first.leave()
  const second = visit(id)
  await second.kept
  expect(second.recents()).toEqual([rabby, metamask])
  expect(second.notify).not.toHaveBeenCalled()
})

it('a wallet used while the database opens is newer than those in it', async () => {
  const id = freshId()
  const first = visit(id)
  await first.kept
  first.use(metamask)
  first.use(rabby)
  await vi.waitFor(async () => expect(await stored(id)).toContain('io.rabby'))
  first.leave()
  const second = visit(id)
  second.use(phantom)
  await second.kept
  expect(second.recents()).toEqual([phantom, rabby])
  await vi.waitFor(async () => expect(await stored(id)).toContain('app.phantom'))
})

it('two widgets remember apart', async () => {
  const [one, two] = [freshId(), freshId()]
  const first = visit(one)
  await first.kept
  first.use(metamask)
  await vi.waitFor(async () => expect(await stored(one)).toContain('io.metamask'))
  const second = visit(two)
  await second.kept
  expect(second.recents()).toEqual([])
})

it('after the end of the engine nothing is written any more', async () => {
  const id = freshId()
  const first = visit(id)
  await first.kept
  first.use(metamask)
  await vi.waitFor(async () => expect(await stored(id)).toContain('io.metamask'))
  first.leave()
  first.use(rabby)
  const next = visit(id)
  await next.kept
  expect(next.recents()).toEqual([metamask])
})

it('an engine that ends while the database opens leaves nothing open', async () => {
  const id = freshId()
  const first = visit(id)
  first.leave()
  await first.kept
  const deleted = await new Promise(resolve => {
    const request = indexedDB.deleteDatabase(`@latchkey/${id}`)
    request.onsuccess = () => resolve('deleted')
    request.onblocked = () => resolve('blocked')
  })
  expect(deleted).toBe('deleted')
})

it.each([
  [undefined, 'This browser doesn’t remember recent wallets'],
  [{ 'error.RECENTS_FORGOTTEN': 'Nichts bleibt' }, 'Nichts bleibt'],
])(
  'F32: where the browser remembers nothing, one notice says so in the words of %j and the visit goes on',
  async (texts, message) => {
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    const first = visit(freshId(), texts)
    await first.kept
    open.mockRestore()
    expect(first.notify).toHaveBeenCalledExactlyOnceWith({
      message,
      variant: 'error',
    })
    first.use(metamask)
    expect(first.recents()).toEqual([metamask])
  },
)
