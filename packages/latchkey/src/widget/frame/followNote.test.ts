import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FrameEvent } from '../../contract/frame.ts'
import { keptNote } from '../../embedded/keptNote.ts'
import type { Frame } from '../../embedded/openFrame.ts'
import { systemClock } from '../../engine/base/clock.ts'
import { createMemoryStorage } from '../../engine/base/pageStorage.ts'
import { createKeyStore } from '../../engine/base/storage.ts'
import type { EngineContext } from '../../engine/context.ts'
import { followNote } from './followNote.ts'

let page: EventTarget
beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

function setUp() {
  const storage = createKeyStore({ id: 'test', store: createMemoryStorage(), clock: systemClock })
  const dispatched: unknown[] = []
  const ctx = {
    storage,
    connections: {
      getState: () => ({ connections: [], shelved: [] }),
      dispatch: (event: unknown) => dispatched.push(event),
    },
  } as unknown as EngineContext
  let emit: (payload: FrameEvent<'KEPT'>) => void = () => {}
  let reloads = 0
  const frame = {
    on(_: string, listener: typeof emit) {
      emit = listener
      return () => {
        emit = () => {}
      }
    },
    async reload() {
      reloads++
    },
  } as unknown as Frame
  const stop = followNote(ctx, frame)
  const kept = () => storage.read(keptNote)
  /** Another tab of the page writes. */
  const write = (key: string | null, newValue: string | null) =>
    page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  return { storage, kept, write, stop, emit: (note: string | null) => emit({ note }), reloads: () => reloads }
}

test('stores the frame’s newest note, and deletes it with the login', async () => {
  const { emit, kept, stop } = setUp()
  emit('first')
  emit('second')
  await expect.poll(kept).toEqual({ note: 'second' })
  emit(null)
  await expect.poll(kept).toBeUndefined()
  stop()
  emit('late')
  expect(await kept()).toBeUndefined()
})

test('a tab that opens the wallet takes it over from the tab that had it, once', async () => {
  const { emit, kept, write, storage, reloads } = setUp()
  const name = storage.fullName(keptNote)
  // This tab does not have the wallet.
  write(name, '{}')
  expect(reloads()).toBe(0)
  emit('mine')
  await expect.poll(kept).toEqual({ note: 'mine' })
  write('another', '{}')
  write(null, null)
  write(name, null)
  expect(reloads()).toBe(0)
  write(name, '{}')
  write(name, '{}')
  expect(reloads()).toBe(1)
})

test.each([[{}], [{ note: '' }], [{ note: 'a b' }], [{ note: 5 }], [null], [{ note: 'x'.repeat(30_001) }]])(
  'T19: a stored value that is no note is none (%#)',
  value => {
    expect(keptNote.parse(value)).toBeUndefined()
  },
)
